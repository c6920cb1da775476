// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The database of the demo and of the tests can be stopped and started by any thread. */
class PostgresTest {

  @Test
  void whoStartsItWhileAnotherThreadStopsItWaitsForThat(@TempDir Path directory) throws Exception {
    try (Postgres postgres = Postgres.startUnflushed(directory)) {
      long checkpointer =
          postgres.number("SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'");
      signal("STOP", checkpointer); // it writes the last checkpoint: no stop ends without it
      FutureTask<Void> stop = new FutureTask<>(postgres::stop, null);
      FutureTask<Void> start = new FutureTask<>(postgres::start, null);
      try {
        new Thread(stop, "stops").start();
        await("no connection is taken any more").until(() -> !connects(postgres));
        Thread starter = new Thread(start, "starts");
        starter.start();
        await("the start waits, or has ended")
            .until(() -> starter.getState() == Thread.State.BLOCKED || start.isDone());
      } finally {
        signal("CONT", checkpointer);
      }
      stop.get();
      start.get();
      assertThat(postgres.number("SELECT 1")).isOne();
    }
  }

  private static boolean connects(Postgres postgres) {
    try (Connection connection = postgres.owner().getConnection()) {
      return !connection.isClosed();
    } catch (SQLException e) {
      return false;
    }
  }

  private static void signal(String name, long pid) throws IOException, InterruptedException {
    int status = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
    assertThat(status).isZero();
  }
}
