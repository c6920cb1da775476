// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.awaitility.core.ConditionTimeoutException;
import org.semel.demo.Crash.Recovered;

/** Follows what the kills left in doubt, until each branch has its end. */
final class Recovery {

  /** The numbers of prepared transactions, by which PostgreSQL knows later how they ended. */
  private static final String PREPARED = "SELECT transaction::text FROM pg_prepared_xacts";

  /** What a dead server's sessions still do; one that waits for a lock may do so for long. */
  private static final String STILL_AT_WORK =
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE usename = 'semel' AND state = 'active' AND wait_event_type IS DISTINCT FROM 'Lock'
      """;

  private static final Duration LAST_STATEMENTS = Duration.ofSeconds(10);

  private final Estate estate;
  private final Set<String> known = new HashSet<>();
  private final List<Crash> open = new ArrayList<>();
  private int kills;
  private int committed;
  private int rolledBack;

  Recovery(Estate estate) {
    this.estate = estate;
  }

  /** Reads what the server, which must be dead, has left. */
  Crash left() {
    try {
      await().atMost(LAST_STATEMENTS).until(() -> estate.postgres.number(STILL_AT_WORK) == 0);
    } catch (ConditionTimeoutException goesOn) {
      // then what is prepared now is what is told
    }
    List<String> prepared = estate.postgres.texts(PREPARED);
    List<String> fresh = prepared.stream().filter(known::add).toList();
    Crash crash =
        new Crash(
            ++kills,
            fresh,
            prepared.size() - fresh.size(),
            estate.site.preparedByTheDead(),
            estate.site.server().decided());
    open.add(crash);
    return crash;
  }

  /** Tells of each kill all of whose branches have ended since it was asked last. */
  void tellEnded(Consumer<String> teller) {
    if (open.isEmpty()) {
      return;
    }
    List<String> prepared = estate.postgres.texts(PREPARED);
    for (Iterator<Crash> crashes = open.iterator(); crashes.hasNext(); ) {
      Crash crash = crashes.next();
      if (Collections.disjoint(crash.inDatabase(), prepared)) {
        crashes.remove();
        tell(crash, teller);
      }
    }
  }

  private void tell(Crash crash, Consumer<String> teller) {
    if (!crash.inDatabase().isEmpty()) {
      Recovered recovered = recovered(crash);
      committed += recovered.committed();
      rolledBack += recovered.rolledBack();
      teller.accept(crash.ended(recovered));
    }
  }

  private Recovered recovered(Crash crash) {
    List<String> ends =
        crash.inDatabase().stream()
            .flatMap(
                number ->
                    estate
                        .postgres
                        .texts("SELECT pg_xact_status(CAST(? AS xid8))", number)
                        .stream())
            .toList();
    int committed = Collections.frequency(ends, "committed");
    return new Recovered(committed, effects(crash.inDatabase()), ends.size() - committed);
  }

  /** What these transactions have reserved; those that were rolled back have nothing. */
  private long effects(List<String> numbers) {
    return numbers.stream()
        .mapToLong(
            number ->
                estate.postgres.number(
                    "SELECT count(*) FROM reservation WHERE xmin::text = ?", number))
        .sum();
  }

  boolean isOver() {
    return open.isEmpty();
  }

  int kills() {
    return kills;
  }

  /** Branches in the database that recovery has committed. */
  int committed() {
    return committed;
  }

  /** Branches in the database that recovery has rolled back. */
  int rolledBack() {
    return rolledBack;
  }
}
