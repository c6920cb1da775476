// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server;

import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Threads that the server manages, with the application's context, whichever thread asks for them.
 * A managed factory may give a thread the context of the thread that asks, and Camel's own threads
 * have none: no class loader, no names.
 *
 * @param managed the server's factory
 * @param context runs work in the context that the application had at its start
 * @see <a
 *     href="https://jakarta.ee/specifications/concurrency/3.0/jakarta-concurrency-spec-3.0">Jakarta
 *     Concurrency 3.0, section 3.3: ContextService</a>
 */
record ApplicationThreads(ThreadFactory managed, Executor context) implements ThreadFactory {

  /** Null if the server refuses it. */
  @Override
  public @Nullable Thread newThread(Runnable work) {
    return managed.newThread(() -> context.execute(work));
  }
}
