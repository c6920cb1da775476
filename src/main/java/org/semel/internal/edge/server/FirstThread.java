// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server;

import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Managed threads of which one knows whether any has begun to run: a server that holds them back
 * while the application starts runs them afterwards.
 */
public final class FirstThread implements ThreadFactory {

  private final ThreadFactory managed;
  private volatile boolean ran;

  FirstThread(ThreadFactory managed) {
    this.managed = managed;
  }

  /** Null if the server refuses it. */
  @Override
  public @Nullable Thread newThread(Runnable work) {
    return managed.newThread(
        () -> {
          ran = true;
          work.run();
        });
  }

  /** Whether one has begun. */
  boolean ran() {
    return ran;
  }
}
