// SPDX-License-Identifier: Apache-2.0
package org.semel.it.inside;

import static org.awaitility.Awaitility.await;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.semel.internal.edge.server.ServerPlatform.Threads;

/** Starts a managed thread while the application starts, and says when it ran. */
@WebListener
public class ThreadAtStart implements ServletContextListener {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Set<Thread.State> HELD =
      EnumSet.of(Thread.State.BLOCKED, Thread.State.WAITING, Thread.State.TIMED_WAITING);
  private static final CountDownLatch RAN = new CountDownLatch(1);
  private static volatile boolean ranAtOnce;

  @Resource private ManagedThreadFactory threads;

  /** Does not return before it is clear: the thread has run, or the server holds it. */
  @Override
  public void contextInitialized(ServletContextEvent event) {
    Thread thread = threads.newThread(RAN::countDown);
    thread.start();
    boolean mayBeHeld = InsideServer.here().platform().threads() == Threads.AFTER_START;
    await().atMost(PATIENCE).until(() -> ran() || (mayBeHeld && HELD.contains(thread.getState())));
    ranAtOnce = ran();
  }

  /** Whether it has run. */
  public static boolean ran() {
    return RAN.getCount() == 0;
  }

  /** Whether it had before the start of the application was over. */
  public static boolean ranAtOnce() {
    return ranAtOnce;
  }
}
