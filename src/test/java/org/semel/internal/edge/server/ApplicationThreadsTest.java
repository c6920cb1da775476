// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class ApplicationThreadsTest {

  private final List<String> steps = new CopyOnWriteArrayList<>();

  /** As a server's: sets the context up on the thread that runs the work, and takes it away. */
  private final Executor context =
      work -> {
        steps.add("context on " + Thread.currentThread().getName());
        work.run();
        steps.add("context off");
      };

  @Test
  void workRunsOnAManagedThreadInTheContextOfTheStartWhoeverAsksForIt() throws Exception {
    ApplicationThreads threads =
        new ApplicationThreads(work -> new Thread(work, "managed"), context);
    Thread asking =
        new Thread(
            () -> {
              Thread made = threads.newThread(() -> steps.add("work"));
              made.start();
              joinQuietly(made);
            });
    asking.start();
    asking.join();
    assertThat(steps).containsExactly("context on managed", "work", "context off");
  }

  @Test
  void aThreadThatTheServerRefusesIsRefused() {
    assertThat(new ApplicationThreads(work -> null, context).newThread(() -> {})).isNull();
  }

  private static void joinQuietly(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
