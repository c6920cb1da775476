// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import com.arjuna.ats.arjuna.coordinator.ActionManager;
import com.arjuna.ats.jta.xa.XidImple;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.transaction.xa.Xid;
import org.semel.estate.Postgres;
import org.semel.small.SmallServer;
import org.semel.xa.PostgresXADataSource;

/** What database and broker have prepared, and no one has ended: it waits for recovery. */
final class Doubt {

  /** Longer than anything is prepared that ends by itself. */
  private static final Duration A_WHILE = Duration.ofSeconds(1);

  private static final String PREPARED =
      "SELECT gid FROM pg_prepared_xacts WHERE prepared < CAST(? AS timestamptz) AND NOT starts_with(gid, '"
          + OrderedLooks.DOUBT
          + "')";

  private static final Together RECOVERY = new Together();

  private final SmallServer server;
  private final Looks looks;

  Doubt(SmallServer server, Looks looks) {
    this.server = server;
    this.looks = looks;
  }

  /** What was prepared before, in words; nothing if there is none. */
  String before(Instant moment) {
    List<String> database = looks.texts(PREPARED, moment.toString());
    List<String> broker = server.broker().preparedBefore(moment);
    return database.isEmpty() && broker.isEmpty()
        ? ""
        : "in doubt: database %s, broker %s".formatted(database, broker);
  }

  /**
   * Lets the transaction manager recover what has been prepared for a while, if anything is.
   *
   * @return what is prepared, in words: what has been for a moment only may be left for recovery,
   *     too
   */
  String recovered() {
    String doubt = before(Instant.now().minus(A_WHILE));
    if (doubt.isEmpty()) {
      return before(Instant.now());
    }
    RECOVERY.run(this::recover);
    return doubt;
  }

  /**
   * Lets the transaction manager forget a transaction that it was thrown out of, as one that is
   * started anew: recovery then knows no more of it than the log does.
   */
  static void forget(Xid branch) {
    ActionManager.manager().remove(new XidImple(branch).getTransactionUid());
  }

  private void recover() {
    PostgresXADataSource database = new PostgresXADataSource();
    database.setUrl(server.postgres().jdbcUrl());
    database.setUser(Postgres.ROLE);
    database.setPassword(Postgres.PASSWORD);
    server.recovery().scan(database);
    server.recovery().scan(server.broker().xaFactory());
  }
}
