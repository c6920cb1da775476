// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSException;
import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.transaction.xa.XAException;
import org.awaitility.core.ConditionTimeoutException;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.consumer.Consumer;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.tx.Cause;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.small.Bystander;
import org.semel.small.SmallServer;

/** One trouble, in one place, in one company: it has the verdict of its cause. */
record VerdictCase(
    Trouble trouble, Place place, Company company, Protocol protocol, int batch, Load load) {

  /** Where it shows. */
  enum Place {
    ROUTE,
    /** Before the transaction completes, in what has asked to be called then. */
    SYNCHRONISATION,
    /** Where persistence flushes, before the transaction completes. */
    FLUSH,
    /** When it prepares, or commits in one phase: a deferred trigger. */
    COMMIT,
    /** In the route, which hides it. */
    SWALLOWED,
    /** When all have prepared, and it is decided. */
    SECOND_PHASE,
    /** With the broker, as it is told that the messages are had. */
    RECEIPT
  }

  /** How many have it. */
  enum Company {
    ALONE,
    ONE_OF_TWENTY,
    ALL
  }

  enum Protocol {
    XA,
    ACK_AFTER_COMMIT,
    STORE_FIRST
  }

  enum Load {
    QUIET,
    /** Others arrive meanwhile. */
    BUSY
  }

  /** What goes wrong. */
  sealed interface Trouble {
    Cause cause();

    /** The database says so. */
    record Sql(String state) implements Trouble {
      @Override
      public Cause cause() {
        return new org.semel.internal.edge.postgresql.SqlFaults().of(new SQLException("", state));
      }
    }

    /** A rival has changed a row that the route has read. */
    record Stale() implements Trouble {
      @Override
      public Cause cause() {
        return Cause.OUTRUN;
      }
    }

    /** A branch does not do what was decided. */
    enum Branch implements Trouble {
      /** The database ends the session in which it has prepared. Recovery commits. */
      SESSION_ENDED(Cause.AWAY),
      /** One that the route has brought in has decided by itself. */
      HEURISTIC(Cause.UNDECIDED);

      private final Cause cause;

      Branch(Cause cause) {
        this.cause = cause;
      }

      @Override
      public Cause cause() {
        return cause;
      }
    }

    /** The broker does not hear that the messages are had. */
    enum Unheard implements Trouble {
      /** The connection goes. A branch keeps its messages until its time is up, so twice only. */
      LOST(2),
      /** The broker has rolled back meanwhile, as after a failover, and says no more than that. */
      ROLLED_BACK(TIMES);

      private final int times;

      Unheard(int times) {
        this.times = times;
      }

      int times() {
        return times;
      }

      @Override
      public Cause cause() {
        return Cause.AWAY;
      }
    }

    /** Something throws it. */
    enum Thrown implements Trouble {
      PLAIN(Cause.UNNAMED),
      ERROR(Cause.UNNAMED),
      BROKER(Cause.AWAY),
      NO_CONNECTION(Cause.UNREACHED),
      INTERRUPT(Cause.INTERRUPTED),
      INTERRUPT_WITH_FLAG(Cause.INTERRUPTED),
      INTERRUPT_OF_THE_BROKERS(Cause.INTERRUPTED);

      private final Cause cause;

      Thrown(Cause cause) {
        this.cause = cause;
      }

      @Override
      public Cause cause() {
        return cause;
      }

      void happen() throws Exception {
        switch (this) {
          case PLAIN -> throw new IllegalStateException("no stock");
          case ERROR -> throw new AssertionError("no stock");
          case BROKER -> throw new JMSException("the broker is away");
          case NO_CONNECTION -> throw new SQLException("no connection is free");
          case INTERRUPT -> throw new InterruptedException();
          case INTERRUPT_WITH_FLAG -> {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(new InterruptedException());
          }
          case INTERRUPT_OF_THE_BROKERS -> {
            JMSException told = new JMSException("interrupted");
            told.initCause(new InterruptedException());
            throw told;
          }
        }
      }
    }
  }

  /** Instead of a consumer that is not there yet. */
  static final Consumer NONE = new SmallWorld().consumer(Policies.of("none"), (m, i) -> {});

  private static final Duration PATIENCE = Duration.ofMinutes(4);

  /** More than the attempts of {@link SmallWorld#policy}. */
  private static final int TIMES = 5;

  private static final int FURTHER = 5;

  static void prepare() {
    SmallServer.shared()
        .postgres()
        .execute(
            """
            CREATE TABLE IF NOT EXISTS verdict (consumer text, key text, state text, PRIMARY KEY (consumer, key));
            CREATE OR REPLACE FUNCTION trouble(state text) RETURNS void LANGUAGE plpgsql AS
              $$ BEGIN RAISE EXCEPTION 'trouble' USING ERRCODE = state; END $$;
            CREATE OR REPLACE FUNCTION deferred_trouble() RETURNS trigger LANGUAGE plpgsql AS
              $$ BEGIN IF NEW.state <> '' THEN PERFORM trouble(NEW.state); END IF; RETURN NULL; END $$;
            DROP TRIGGER IF EXISTS late ON verdict;
            CREATE CONSTRAINT TRIGGER late AFTER INSERT ON verdict DEFERRABLE INITIALLY DEFERRED
              FOR EACH ROW EXECUTE FUNCTION deferred_trouble();
            GRANT ALL ON verdict TO semel;
            """);
    VerdictRow.prepare();
  }

  static List<VerdictCase> all() {
    List<Trouble> troubles =
        new ArrayList<>(List.of(Trouble.Unheard.values())); // they take longest
    troubles.addAll(List.of(Trouble.Thrown.values()));
    Stream.of(
            "P0001", "XX000", "MY001", "23514", "22012", "40001", "40P01", "55P03", "57014",
            "53200", "XX001")
        .map(Trouble.Sql::new)
        .forEach(troubles::add);
    troubles.add(new Trouble.Stale());
    troubles.addAll(List.of(Trouble.Branch.values()));
    List<VerdictCase> all = new ArrayList<>();
    for (Trouble trouble : troubles) {
      for (Place place : Place.values()) {
        for (Company company : Company.values()) {
          for (Protocol protocol : Protocol.values()) {
            for (int batch : new int[] {1, 50}) {
              for (Load load : Load.values()) {
                VerdictCase one = new VerdictCase(trouble, place, company, protocol, batch, load);
                if (one.canBe()) {
                  all.add(one);
                }
              }
            }
          }
        }
      }
    }
    return all;
  }

  /** Only a database says something at the commit, or remembers an error that was swallowed. */
  private boolean canBe() {
    return places().contains(place);
  }

  private Set<Place> places() {
    if (trouble instanceof Trouble.Sql) {
      return Set.of(Place.ROUTE, Place.FLUSH, Place.COMMIT, Place.SWALLOWED);
    }
    if (trouble instanceof Trouble.Stale) {
      return Set.of(Place.ROUTE, Place.FLUSH);
    }
    if (trouble instanceof Trouble.Thrown) {
      return trouble == Trouble.Thrown.INTERRUPT_WITH_FLAG
          ? Set.of(Place.ROUTE)
          : Set.of(Place.ROUTE, Place.SYNCHRONISATION);
    }
    return Set.of(trouble instanceof Trouble.Branch ? Place.SECOND_PHASE : Place.RECEIPT);
  }

  /** So many that each two values meet that can. */
  static List<VerdictCase> covering(List<VerdictCase> all) {
    Set<Set<Object>> open = new HashSet<>();
    all.forEach(one -> open.addAll(one.pairs()));
    Set<VerdictCase> chosen = new LinkedHashSet<>();
    while (!open.isEmpty()) {
      VerdictCase best = all.get(0);
      long most = -1;
      for (VerdictCase one : all) {
        long meets = one.pairs().stream().filter(open::contains).count();
        if (meets > most) {
          most = meets;
          best = one;
        }
      }
      open.removeAll(best.pairs());
      chosen.add(best);
    }
    return List.copyOf(chosen);
  }

  private List<Set<Object>> pairs() {
    Object[] values = {trouble, place, company, protocol, batch, load};
    List<Set<Object>> pairs = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      for (int k = i + 1; k < values.length; k++) {
        pairs.add(Set.of(values[i], values[k]));
      }
    }
    return pairs;
  }

  /** Says what is not as it should be; nothing if all is. */
  Callable<String> run() {
    return () -> new Run().faults();
  }

  /** The case in a world of its own. */
  private final class Run {

    private final Optional<UnheardReceipts> unheard =
        trouble instanceof Trouble.Unheard how
            ? Optional.of(new UnheardReceipts(how))
            : Optional.empty();
    private final SmallWorld world = world();
    private final Map<String, Integer> calls = new ConcurrentHashMap<>();
    private final AtomicInteger undone = new AtomicInteger();
    private int sent;
    private int further;

    private SmallWorld world() {
      boolean local = protocol == Protocol.ACK_AFTER_COMMIT;
      return unheard
          .map(receipts -> new SmallWorld(local ? receipts::local : receipts::direct))
          .orElseGet(() -> local ? SmallWorld.local() : new SmallWorld());
    }

    private String faults() {
      int guilty = company == Company.ALL ? 4 : 1;
      IntStream.range(0, guilty).forEach(i -> world.send("guilty" + i, "b"));
      int innocent = company == Company.ONE_OF_TWENTY ? 19 : 0;
      IntStream.range(0, innocent).forEach(i -> world.send("innocent" + i, "b"));
      sent = guilty + innocent;
      ConsumerPolicy policy = world.policy(1, batch);
      Consumer consumer =
          protocol == Protocol.STORE_FIRST
              ? world.storeFirst(policy, this::handle)
              : world.consumer(policy, this::handle);
      consumer.start();
      try {
        return awaitEnd() + told(guilty);
      } finally {
        consumer.stop();
      }
    }

    private String awaitEnd() {
      try {
        await(toString())
            .atMost(PATIENCE)
            .pollInterval(Duration.ofMillis(200))
            .until(
                () -> {
                  if (load == Load.BUSY && further < FURTHER) {
                    world.send("further" + further++, "b");
                    sent++;
                  }
                  return effects() + parked().size() >= sent
                      && world.server.broker().messages(world.queue) == 0;
                });
        return "";
      } catch (ConditionTimeoutException e) {
        return VerdictCase.this
            + " has not ended: %d effects and %s of %d, %d in the queue, interrupted %d times, at last by %s; "
                .formatted(
                    effects(),
                    parked(),
                    sent,
                    world.server.broker().messages(world.queue),
                    world.interruptions.size(),
                    last(world.interruptions));
      }
    }

    private static String last(List<?> list) {
      return list.isEmpty() ? "nothing" : String.valueOf(list.get(list.size() - 1));
    }

    private String told(int guilty) {
      List<String> expected =
          trouble.cause().passes()
              ? List.of()
              : IntStream.range(0, guilty).mapToObj(i -> "ATTEMPTS_EXHAUSTED guilty" + i).toList();
      List<String> parked = parked();
      long failures =
          world.results.stream()
              .filter(BatchResult.PermanentFault.class::isInstance)
              .map(BatchResult.PermanentFault.class::cast)
              .filter(failed -> failed.message().isPresent())
              .count();
      if (!parked.equals(expected)) {
        return VerdictCase.this + " parked " + parked + " instead of " + expected;
      }
      if (trouble.cause().passes() && failures > 0) {
        return VerdictCase.this + " counted " + failures + " attempts";
      }
      return happened(guilty) ? "" : VerdictCase.this + " has not met its trouble";
    }

    /** Whether the case was what it says. */
    private boolean happened(int guilty) {
      return switch (place) {
        case RECEIPT -> unheard.orElseThrow().over();
        case SECOND_PHASE -> undone.get() > 0;
        default ->
            !trouble.cause().passes()
                || calls.values().stream().filter(n -> n > TIMES).count() == guilty;
      };
    }

    private void handle(Message message, Identity identity) throws Exception {
      String key = identity.key();
      boolean guilty = key.startsWith("guilty");
      boolean happens =
          guilty && (!trouble.cause().passes() || calls.merge(key, 1, Integer::sum) <= TIMES);
      write(key, happens && place == Place.COMMIT ? ((Trouble.Sql) trouble).state() : "");
      if (happens) {
        happen(key);
      }
    }

    private void happen(String key) throws Exception {
      switch (place) {
        case ROUTE -> meet(key);
        case SYNCHRONISATION ->
            world.server.transactions().beforeCommit(() -> unchecked(() -> meet(key)));
        case FLUSH -> row(key);
        case SWALLOWED -> {
          try {
            meet(key);
          } catch (SQLException hidden) {
            return;
          }
        }
        case SECOND_PHASE -> bystander((Trouble.Branch) trouble);
        case COMMIT, RECEIPT -> {}
      }
    }

    /** Written, or changed, when the transaction commits. */
    private EntityManager row(String key) {
      return trouble instanceof Trouble.Sql sql
          ? VerdictRow.written(world.queue + key, sql.state())
          : VerdictRow.outrun(world.queue + key);
    }

    private void bystander(Trouble.Branch branch) throws Exception {
      Bystander bystander =
          switch (branch) {
            case HEURISTIC ->
                new Bystander().deciding(XAException.XA_HEURMIX).onCommit(undone::incrementAndGet);
            case SESSION_ENDED -> {
              EndedSession session = EndedSession.of(world.dataSource(), world.server.postgres());
              yield new Bystander()
                  .onPrepare(session::end)
                  .onCommit(() -> undone.addAndGet(session.recover()));
            }
          };
      world.server.manager().getTransaction().enlistResource(bystander);
    }

    private Void meet(String key) throws Exception {
      if (trouble instanceof Trouble.Sql sql) {
        execute("SELECT trouble('" + sql.state() + "')");
      } else if (trouble instanceof Trouble.Stale) {
        row(key).flush();
      } else {
        ((Trouble.Thrown) trouble).happen();
      }
      return null;
    }

    private void unchecked(Callable<Void> act) {
      try {
        act.call();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    private void write(String key, String state) throws SQLException {
      execute("INSERT INTO verdict VALUES ('%s', '%s', '%s')".formatted(world.queue, key, state));
    }

    private void execute(String sql) throws SQLException {
      try (Connection connection = world.dataSource().getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute(sql);
      }
    }

    private long effects() {
      return world.count("verdict");
    }

    private List<String> parked() {
      return world
          .server
          .postgres()
          .texts(
              "SELECT reason || ' ' || key FROM semel_parked WHERE consumer = ? ORDER BY key",
              world.queue);
    }
  }
}
