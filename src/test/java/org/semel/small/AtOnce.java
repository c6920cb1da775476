// SPDX-License-Identifier: Apache-2.0
package org.semel.small;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.semel.estate.Postgres;

/**
 * Acts that meet in the database however few cores there are: each on a thread of its own, and none
 * of them gets on before all of them wait for the same lock.
 */
public final class AtOnce {

  /** Behind somebody: a session may also wait for a lock that nobody holds for long. */
  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE cardinality(pg_blocking_pids(pid)) > 0";

  private final Postgres postgres;
  private final int acts;

  public AtOnce(Postgres postgres, int acts) {
    this.postgres = postgres;
    this.acts = acts;
  }

  /**
   * What each of the acts came to.
   *
   * @param lock a statement that takes what all of them need; it is rolled back
   */
  public <T> List<T> behind(String lock, IntFunction<T> act) throws SQLException {
    ExecutorService threads = Executors.newFixedThreadPool(acts);
    try (Connection holder = postgres.owner().getConnection();
        Statement statement = holder.createStatement()) {
      holder.setAutoCommit(false);
      statement.execute(lock);
      List<CompletableFuture<T>> begun = new ArrayList<>();
      IntStream.range(0, acts)
          .forEach(i -> begun.add(CompletableFuture.supplyAsync(() -> act.apply(i), threads)));
      await("all of them wait").until(() -> postgres.number(WAITING) >= acts);
      holder.rollback();
      return begun.stream().map(CompletableFuture::join).toList();
    } finally {
      threads.shutdown();
    }
  }
}
