// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.jspecify.annotations.Nullable;
import org.semel.internal.boot.proof.KnownFaults;
import org.semel.internal.edge.jms.JmsMessages;
import org.semel.internal.edge.jms.JmsSource;
import org.semel.internal.edge.jms.Queues;
import org.semel.internal.edge.jms.session.DirectSessions;
import org.semel.internal.edge.jms.session.LocalSessions;
import org.semel.internal.edge.jms.session.ManagedSessions;
import org.semel.internal.edge.jms.session.Sessions;
import org.semel.internal.edge.jta.Branches;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.claim.AttemptTable;
import org.semel.internal.edge.postgresql.claim.ClaimTable;
import org.semel.internal.edge.postgresql.intent.IntentTable;
import org.semel.internal.edge.postgresql.operate.ParkedTable;
import org.semel.internal.edge.postgresql.stored.StoredTable;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.ReceiveListener;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.internal.engine.receive.consumer.Consumer;
import org.semel.internal.engine.receive.consumer.Consumers;
import org.semel.internal.engine.receive.consumer.Resources;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.identity.IdentityRule;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.AttemptLimits;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Concurrency;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Feed;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.IntakeRules;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Limits;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Processing;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Waits;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.internal.engine.receive.policy.StoredPolicy;
import org.semel.internal.engine.receive.proof.ProofResult;
import org.semel.internal.engine.send.BufferedIntents;
import org.semel.internal.engine.tx.Faults;
import org.semel.message.AllowedHeaders;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.small.Jms;
import org.semel.small.SmallServer;

/** A consumer of the real parts: broker, database, transaction manager. */
public final class SmallWorld {

  public final SmallServer server = SmallServer.shared();
  public final String queue = Jms.queue(server.broker());
  public final Faults faults = KnownFaults.AT_WORK;
  public final List<BatchResult> results = new CopyOnWriteArrayList<>();
  public final List<Throwable> interruptions = new CopyOnWriteArrayList<>();
  public final AtomicInteger resumptions = new AtomicInteger();

  public final Replayer replayer = new Replayer();

  private final Supplier<Sessions> sessions;
  private DataSource database = server.dataSource();
  private Jdbc jdbc = server.jdbc();

  /** Receives through the pooled factory. */
  public SmallWorld() {
    this.sessions = () -> new ManagedSessions(server.factory());
  }

  /** Receives through these. */
  SmallWorld(Supplier<Sessions> sessions) {
    this.sessions = sessions;
  }

  /** The same, with the database behind a pool of its own. */
  SmallWorld over(DataSource pool) {
    database = pool;
    jdbc = new Jdbc(pool);
    return this;
  }

  /** Receives through long-lived sessions. */
  public static SmallWorld direct() {
    SmallServer server = SmallServer.shared();
    return new SmallWorld(
        () ->
            new DirectSessions(
                fetching(server.broker().xaFactory()),
                new Branches(server.manager())::enlist,
                DirectSessions.Naming.NONE));
  }

  /** Receives in a transaction of the session's own, which follows the database's. */
  public static SmallWorld local() {
    return new SmallWorld(
        () -> new LocalSessions(fetching(SmallServer.shared().broker().plainFactory())));
  }

  /** As the server's script sets it for sessions that stay. */
  private static <T extends ActiveMQConnectionFactory> T fetching(T factory) {
    factory.setConsumerWindowSize(65_536);
    return factory;
  }

  public ConsumerPolicy policy(int workers, int batch) {
    return policy(workers, batch, Duration.ofSeconds(10));
  }

  /** Whose transactions last for {@code timeout} at most. */
  public ConsumerPolicy policy(int workers, int batch, Duration timeout) {
    return new ConsumerPolicy(
        queue,
        new Feed("", queue, "jms/XA"),
        new IntakeRules(
            "property:key",
            FingerprintProfile.EXACT,
            AllowedHeaders.of(List.of("*")),
            new Limits(1 << 20, 100, 1000)),
        new Concurrency(
            workers,
            new BatchLimit(batch, 1 << 20),
            timeout,
            new Waits(
                Duration.ofMillis(200),
                new Backoff(Duration.ofMillis(50), Duration.ofMillis(500)),
                Duration.ofSeconds(20))),
        new AttemptLimits(3, 40));
  }

  public ReceiverStores memory() {
    ClaimTable inbox = new ClaimTable(jdbc, Duration.ofSeconds(2));
    return new ReceiverStores(
        inbox,
        new AttemptTable(jdbc, inbox),
        new ParkedTable(jdbc),
        new BufferedIntents(new IntentTable(jdbc), server.transactions()));
  }

  public Consumer consumer(ConsumerPolicy policy, Handler handler) {
    return new Consumers(resources(), replayer)
        .direct(
            policy, IdentityRules.header("key"), this::source, ProofResult.Proven::new, handler);
  }

  private Resources resources() {
    return new Resources(server.transactions(), faults, Thread::new, memory(), new Listener());
  }

  /** One of this protocol, whose sessions are those of this world. */
  public Consumer by(Protocol protocol, ConsumerPolicy policy, Handler handler) {
    return protocol == Protocol.STORE_FIRST
        ? storeFirst(policy, handler)
        : consumer(policy, handler);
  }

  /** One that stores first and works off later. */
  Consumer storeFirst(ConsumerPolicy policy, Handler handler) {
    return storeFirst(policy, IdentityRules.header("key"), handler);
  }

  /** The same, by another rule. */
  Consumer storeFirst(ConsumerPolicy policy, IdentityRule rule, Handler handler) {
    StoredPolicy later =
        new StoredPolicy(
            1,
            Duration.ofMinutes(1),
            Duration.ofMillis(50),
            new StoredPolicy.Retries(
                new Backoff(Duration.ofMillis(20), Duration.ofMillis(50)),
                Set.of(),
                Set.of(),
                new StoredPolicy.Budget(20, 10)));
    return new Consumers(resources().storing(new StoredTable(jdbc)), new Replayer())
        .storeFirst(
            policy.with(Processing.later(later)),
            rule,
            this::source,
            ProofResult.Proven::new,
            oneStep(handler));
  }

  private static SteppedHandler oneStep(Handler handler) {
    return new SteppedHandler() {
      @Override
      public void handle(Message message, Identity identity) throws Exception {
        handler.handle(message, identity);
      }

      @Override
      public Optional<RouteProgress> handle(
          Message message, Identity identity, Optional<RouteProgress> behind) throws Exception {
        handler.handle(message, identity);
        return Optional.empty();
      }
    };
  }

  public JmsSource source() {
    return new JmsSource(
        sessions.get(),
        Queues.named(queue),
        new JmsMessages(queue, policy(1, 1).reading().limits()));
  }

  /** With that key, or without any. */
  public void send(@Nullable String key, String body) {
    Jms.send(
        server.broker(),
        queue,
        context -> {
          var message = context.createTextMessage(body);
          if (key != null) {
            message.setStringProperty("key", key);
          }
          return message;
        });
  }

  public DataSource dataSource() {
    return database;
  }

  public long claims() {
    return count("semel_claim");
  }

  public long count(String table) {
    return server.postgres().number("SELECT count(*) FROM " + table + " WHERE consumer = ?", queue);
  }

  private final class Listener implements ReceiveListener {
    @Override
    public void done(ConsumerPolicy consumer, BatchResult.BatchCommitted done) {
      results.add(done);
    }

    @Override
    public void failed(ConsumerPolicy consumer, BatchResult.PermanentFault failed) {
      results.add(failed);
    }

    @Override
    public void interrupted(ConsumerPolicy consumer, Throwable cause, Duration pause) {
      interruptions.add(cause);
    }

    @Override
    public void resumed(ConsumerPolicy consumer) {
      resumptions.incrementAndGet();
    }
  }
}
