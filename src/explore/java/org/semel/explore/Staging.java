// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import jakarta.jms.JMSException;
import jakarta.persistence.OptimisticLockException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import javax.transaction.xa.XAException;
import org.semel.explore.Trouble.Cause;
import org.semel.explore.Trouble.Place;
import org.semel.small.Bystander;
import org.semel.small.SmallServer;

/** Lets the troubles of a case happen, each as often as it says, until they are mended. */
final class Staging {

  /** Rows that no constraint protects; a row with a state fails when its transaction commits. */
  static final String TABLES =
      """
      CREATE TABLE IF NOT EXISTS explored (consumer text, key text, value text, label text, state text DEFAULT '',
        seq bigint GENERATED ALWAYS AS IDENTITY);
      CREATE INDEX IF NOT EXISTS explored_consumer ON explored (consumer);
      CREATE OR REPLACE FUNCTION explored_trouble(state text) RETURNS void LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'trouble' USING ERRCODE = state; END $$;
      CREATE OR REPLACE FUNCTION explored_late() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF NEW.state <> '' THEN PERFORM explored_trouble(NEW.state); END IF; RETURN NULL; END $$;
      DROP TRIGGER IF EXISTS late ON explored;
      CREATE CONSTRAINT TRIGGER late AFTER INSERT ON explored DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION explored_late();
      GRANT ALL ON explored TO semel;
      CREATE SCHEMA IF NOT EXISTS explored_elsewhere;
      DO $$ DECLARE one text; BEGIN
        FOR one IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname LIKE 'semel\\_%' LOOP
          EXECUTE format('CREATE TABLE IF NOT EXISTS explored_elsewhere.%I (LIKE public.%I INCLUDING ALL)', one, one);
        END LOOP;
      END $$;
      GRANT USAGE ON SCHEMA explored_elsewhere TO semel;
      GRANT ALL ON ALL TABLES IN SCHEMA explored_elsewhere TO semel;
      CREATE OR REPLACE FUNCTION explored_leaves(prefix text) RETURNS void LANGUAGE plpgsql AS
        $$ DECLARE one text; BEGIN
          FOR one IN
            SELECT c.relname FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
            WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
              AND (c.relname LIKE 'semel\\_%' OR c.relname IN ('explored', 'explored_helped')) AND a.attname = 'consumer'
          LOOP
            EXECUTE format('DELETE FROM public.%I WHERE starts_with(consumer, $1)', one) USING prefix;
          END LOOP;
          DELETE FROM semel_consumer WHERE starts_with(name, prefix);
          DELETE FROM semel_destination WHERE starts_with(name, prefix);
          DELETE FROM semel_pause WHERE starts_with(name, prefix);
        END $$;
      """
          + Helped.TABLE
          + Minted.SET_BACK
          + Clock.SET_BACK;

  /** So many requests fail at first; less than one of them may, with what befalls it besides. */
  private static final int AWAY = 5;

  /** Deletes what a case leaves in the tables that all share: the next must not be slowed by it. */
  static final String LEAVES = "SELECT explored_leaves(?)";

  private final SmallServer server;
  private final DataSource source;
  private final Case staged;
  private final Map<Trouble, AtomicInteger> met = new ConcurrentHashMap<>();

  /** How many commits the broker is still to lose. */
  final AtomicInteger losses = new AtomicInteger();

  private final AtomicInteger away = new AtomicInteger();
  private final AtomicBoolean proven = new AtomicBoolean();
  private volatile boolean mended;
  private volatile boolean suspended;

  /**
   * Of a case.
   *
   * @param source through which routes write
   */
  Staging(SmallServer server, DataSource source, Case staged) {
    this.server = server;
    this.source = source;
    this.staged = staged;
  }

  /** The application starts, and proves its transactions: no commit gets lost meanwhile. */
  void begin() {
    losses.set(0);
    proven.set(false);
  }

  /** Its first message has come through. */
  private void loseFromNowOn() {
    if (proven.compareAndSet(false, true) && !mended && !suspended) {
      staged.trouble(Trouble.ANYBODY, false).ifPresent(lost -> losses.set(lost.times()));
    }
  }

  /** While this is done nothing goes wrong. */
  void without(Runnable act) {
    suspended = true;
    losses.set(0);
    act.run();
    suspended = false;
  }

  void mend() {
    mended = true;
    losses.set(0);
  }

  /** What the row of this message says to the database's commit; empty: nothing. */
  String atCommit(String key) {
    loseFromNowOn();
    return happening(key, false)
        .filter(trouble -> trouble.place() == Place.COMMIT)
        .filter(this::happens)
        .map(trouble -> trouble.cause().state())
        .orElse("");
  }

  /** The end of the route. */
  void atTheEnd(String key) throws Exception {
    Trouble trouble =
        happening(key, false)
            .filter(one -> one.place() != Place.COMMIT && one.place() != Place.PART)
            .orElse(null);
    if (trouble == null || !happens(trouble)) {
      return;
    }
    switch (trouble.place()) {
      case BEFORE_COMMIT -> server.transactions().beforeCommit(() -> unchecked(trouble.cause()));
      case SWALLOWED -> swallowed(trouble.cause());
      default -> meet(trouble.cause());
    }
  }

  /** The end of a part of a message that is split. */
  void inPart(String key, int index) throws Exception {
    Optional<Trouble> trouble = happening(key, false).filter(one -> one.place() == Place.PART);
    if (index == 0 && trouble.filter(this::happens).isPresent()) {
      meet(trouble.get().cause());
    }
  }

  /** What the provider does to this intent. */
  Optional<Cause> atTheProvider(String key) {
    return happening(key, true)
        .filter(trouble -> trouble.cause() != Cause.HANDSHAKE)
        .filter(this::happens)
        .map(Trouble::cause);
  }

  /** Whether the provider fails whatever is asked of it, as it does at first. */
  boolean isProviderAway() {
    return staged.has(Key.AWAY, "at-first")
        && !mended
        && !suspended
        && away.incrementAndGet() <= AWAY;
  }

  /** Whether this request does not come to the provider. */
  boolean inTheHandshake(String key) {
    return happening(key, true)
        .filter(trouble -> trouble.cause() == Cause.HANDSHAKE)
        .filter(this::happens)
        .isPresent();
  }

  private Optional<Trouble> happening(String key, boolean provider) {
    return mended || suspended ? Optional.empty() : staged.trouble(key, provider);
  }

  private boolean happens(Trouble trouble) {
    return trouble.isForEver()
        || met.computeIfAbsent(trouble, any -> new AtomicInteger()).incrementAndGet()
            <= trouble.times();
  }

  private void swallowed(Cause cause) throws Exception {
    try {
      meet(cause);
    } catch (SQLException hidden) {
      return; // as a route does that catches all
    }
  }

  private void unchecked(Cause cause) {
    try {
      meet(cause);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void meet(Cause cause) throws Exception {
    if (cause.isSaidByTheDatabase()) {
      execute("SELECT explored_trouble('" + cause.state() + "')");
      return;
    }
    switch (cause) {
      case PLAIN -> throw new IllegalStateException("no stock");
      case NUL -> throw new IllegalStateException("no \0 stock");
      case ENDED -> server.manager().commit();
      case TEMPORARY -> execute("CREATE TEMPORARY TABLE explored_passing (x int) ON COMMIT DROP");
      case WANDERS -> execute("SET search_path TO explored_elsewhere, public");
      case ERROR -> throw new AssertionError("no stock");
      case INTERRUPT -> throw new InterruptedException("no stock");
      case STALE -> throw new OptimisticLockException("a rival was first");
      case BROKER -> throw new JMSException("the broker is away");
      case NO_CONNECTION -> throw new SQLException("no connection is free");
      case MARKED -> server.manager().setRollbackOnly();
      case AGAINST -> enlist(new Bystander().votingAgainst());
      case HEURISTIC -> enlist(new Bystander().deciding(XAException.XA_HEURMIX));
      case SESSION_ENDED -> execute("SELECT pg_terminate_backend(pg_backend_pid())");
      default -> throw new IllegalArgumentException(cause + " is staged elsewhere");
    }
  }

  private void enlist(Bystander branch) throws Exception {
    if (!server.manager().getTransaction().enlistResource(branch)) {
      throw new IllegalStateException("the transaction takes no further branch");
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
