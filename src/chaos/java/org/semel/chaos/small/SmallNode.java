// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos.small;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.semel.Backoff;
import org.semel.intent.Destination;
import org.semel.intent.Intents;
import org.semel.jms.JmsFaults;
import org.semel.jms.JmsMessages;
import org.semel.jms.JmsSource;
import org.semel.jms.Queues;
import org.semel.jta.JtaFaults;
import org.semel.message.AllowedHeaders;
import org.semel.message.FingerprintProfile;
import org.semel.message.IdentityRules;
import org.semel.receive.ConsumerPolicy;
import org.semel.receive.Consumers;
import org.semel.receive.Memory;
import org.semel.receive.PassResult;
import org.semel.receive.Portion;
import org.semel.receive.ReceiveListener;
import org.semel.receive.Replayer;
import org.semel.receive.proof.Verdict;
import org.semel.relay.Bells;
import org.semel.relay.Contract;
import org.semel.relay.DestinationPolicy;
import org.semel.relay.Relay;
import org.semel.relay.RelayListener;
import org.semel.relay.RingingIntents;
import org.semel.store.AttemptTable;
import org.semel.store.BatchedIntents;
import org.semel.store.IntentTable;
import org.semel.store.Jdbc;
import org.semel.store.ParkedTable;
import org.semel.store.SqlFaults;
import org.semel.tx.Faults;
import org.semel.tx.Transactions;

/** A server in a plain virtual machine, with the product's receiver and relay. */
public final class SmallNode {

  public static final String QUEUE = "reservations";
  static final Destination CONFIRMATION = new Destination("confirmation");
  public static final String READY = "node is up";
  public static final String FAILED = "failed: ";

  private final Settings settings;
  private final Machinery machinery;
  private final Transactions transactions;
  private final DataSource pool;
  private final Bells bells = new Bells();

  private SmallNode(Settings settings) {
    this.settings = settings;
    this.machinery = new Machinery(settings);
    this.transactions = machinery.transactions();
    this.pool = machinery.pool();
  }

  /** Takes {@link Settings#arguments}. */
  public static void main(String[] arguments) {
    SmallNode node = new SmallNode(Settings.of(arguments));
    node.machinery.recover();
    node.receive();
    node.relay();
    System.out.println(READY);
  }

  private void receive() {
    Jdbc jdbc = new Jdbc(pool);
    Intents intents =
        new RingingIntents(
            new BatchedIntents(new IntentTable(jdbc), transactions), transactions, bells);
    Wiring wiring = new Wiring(settings, machinery, transactions, pool);
    Faults faults = Faults.firstOf(List.of(new SqlFaults(), new JmsFaults(), new JtaFaults()));
    Memory memory =
        new Memory(wiring.inbox(jdbc), new AttemptTable(jdbc), new ParkedTable(jdbc), intents);
    JmsMessages messages = new JmsMessages(QUEUE, policy().reading().limits());
    new Consumers(
            new Consumers.Server(transactions, faults, Thread::new),
            memory,
            new Told(),
            new Replayer())
        .consumer(
            policy(),
            new Consumers.Particulars(
                IdentityRules.cloudEvent(),
                () -> new JmsSource(wiring.sessions(), Queues.named(QUEUE), messages),
                Verdict.Proven::new),
            new Business(pool, intents, settings.kind() != Kind.STOCK_REPOSITORY))
        .start();
  }

  private void relay() {
    DestinationPolicy policy =
        new DestinationPolicy(
            CONFIRMATION,
            new DestinationPolicy.Dispatch(AllowedHeaders.of(List.of()), Optional.empty()),
            new DestinationPolicy.Pace(4, 20, Duration.ofSeconds(5), Duration.ofMillis(500)),
            new DestinationPolicy.Endurance(
                1000,
                new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1)),
                DestinationPolicy.Breaker.NONE),
            new Contract(Contract.Keys.HONOURED, Duration.ofDays(1), "Location"));
    new Relay(
            policy,
            new Relay.Depot(new IntentTable(new Jdbc(pool)), transactions, Thread::new, bells),
            new HttpProvider(settings.provider()),
            new RelayListener() {})
        .start();
  }

  private static ConsumerPolicy policy() {
    return new ConsumerPolicy(
        QUEUE,
        new ConsumerPolicy.Feed(QUEUE, "none"),
        new ConsumerPolicy.Reading(
            "cloudevent",
            FingerprintProfile.EXACT,
            AllowedHeaders.of(List.of()),
            new ConsumerPolicy.Limits(1 << 20, 100, 1000)),
        new ConsumerPolicy.Pace(
            4,
            new Portion(10, 1 << 20),
            Duration.ofSeconds(30),
            new ConsumerPolicy.Waits(
                Duration.ofMillis(200),
                new Backoff(Duration.ofMillis(50), Duration.ofMillis(500)),
                Duration.ofSeconds(20))),
        new ConsumerPolicy.Endurance(3, 300));
  }

  /** Says what was interrupted, and whose attempt failed, for the harness to count. */
  private static final class Told implements ReceiveListener {
    @Override
    public void failed(ConsumerPolicy consumer, PassResult.Failed failed) {
      System.out.println(FAILED + failed);
    }

    @Override
    public void interrupted(ConsumerPolicy consumer, Throwable cause, Duration pause) {
      System.out.println("interrupted: " + cause + " / " + cause.getCause());
    }
  }
}
