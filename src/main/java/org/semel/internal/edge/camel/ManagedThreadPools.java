// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.ExecutorServiceManager;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.support.DefaultThreadPoolFactory;

/**
 * Makes Camel's thread pools from managed threads of the server, so that class loading and security
 * context are those of the application.
 *
 * @see <a
 *     href="https://jakarta.ee/specifications/concurrency/3.0/jakarta-concurrency-spec-3.0">Jakarta
 *     Concurrency 3.0, section 3.4: ManagedThreadFactory</a>
 */
public final class ManagedThreadPools extends DefaultThreadPoolFactory {

  private final ThreadFactory managed;

  private ManagedThreadPools(ThreadFactory managed) {
    this.managed = managed;
  }

  /** Lets this context use them, unless the application has set a factory of its own. */
  public static void in(CamelContext context, ThreadFactory managed) {
    ExecutorServiceManager pools = context.getExecutorServiceManager();
    if (pools.getThreadPoolFactory().getClass() == DefaultThreadPoolFactory.class) {
      pools.setThreadPoolFactory(new ManagedThreadPools(managed));
    }
  }

  @Override
  public ExecutorService newCachedThreadPool(ThreadFactory named) {
    return super.newCachedThreadPool(named(named));
  }

  @Override
  public ExecutorService newThreadPool(ThreadPoolProfile profile, ThreadFactory named) {
    return super.newThreadPool(profile, named(named));
  }

  @Override
  public ScheduledExecutorService newScheduledThreadPool(
      ThreadPoolProfile profile, ThreadFactory named) {
    return super.newScheduledThreadPool(profile, named(named));
  }

  /** The name comes from Camel's factory, the context from the server's. */
  private ThreadFactory named(ThreadFactory camels) {
    return runnable -> {
      Thread thread = managed.newThread(runnable);
      if (thread != null) { // the server may refuse; the pool handles that
        thread.setName(camels.newThread(runnable).getName());
      }
      return thread;
    };
  }
}
