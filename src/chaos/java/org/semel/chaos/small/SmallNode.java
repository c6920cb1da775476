// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos.small;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.semel.Code;
import org.semel.internal.edge.jms.JmsFaults;
import org.semel.internal.edge.jms.JmsMessages;
import org.semel.internal.edge.jms.JmsSource;
import org.semel.internal.edge.jms.Queues;
import org.semel.internal.edge.jta.JtaFaults;
import org.semel.internal.edge.jta.JtaTransactions;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.SqlFaults;
import org.semel.internal.edge.postgresql.claim.AttemptTable;
import org.semel.internal.edge.postgresql.claim.ClaimTable;
import org.semel.internal.edge.postgresql.intent.IntentTable;
import org.semel.internal.edge.postgresql.operate.ParkedTable;
import org.semel.internal.edge.postgresql.stored.StoredTable;
import org.semel.internal.engine.receive.MessageSource;
import org.semel.internal.engine.receive.ReceiverStores;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.ReceiveEvent;
import org.semel.internal.engine.receive.batch.ReceiveListener;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.consumer.Consumer;
import org.semel.internal.engine.receive.consumer.Consumers;
import org.semel.internal.engine.receive.consumer.Resources;
import org.semel.internal.engine.receive.identity.IdentityRule;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.proof.ProofResult;
import org.semel.internal.engine.send.BufferedIntents;
import org.semel.internal.engine.send.Intents;
import org.semel.internal.engine.send.WakeUps;
import org.semel.internal.engine.send.relay.DestinationPolicy;
import org.semel.internal.engine.send.relay.DestinationQueue;
import org.semel.internal.engine.send.relay.Relay;
import org.semel.internal.engine.send.relay.RelayListener;
import org.semel.internal.engine.tx.Faults;
import org.semel.internal.engine.tx.Transactions;

/** A server in a plain virtual machine, with the product's receiver and relay. */
public final class SmallNode {

  public static final String QUEUE = "reservations";

  /** Where intents go in one transaction. */
  public static final String CONFIRMATIONS = "confirmations";

  public static final String READY = "node is up";
  public static final String FAILED = "failed: ";
  public static final String HANDLED = "handled: ";
  public static final String REDELIVERED = "redelivered: ";
  public static final String STOPPED = "stopped: ";

  /** Seconds; a race that is staged on a slow machine takes longer. */
  private static final int CLAIM_WAIT = Integer.getInteger("small.claim-wait", 2);

  private final Settings settings;
  private final Machinery machinery;
  private final Transactions transactions;
  private final DataSource pool;
  private final Wiring wiring;
  private final WakeUps wakeUps = new WakeUps();
  private final NodeThreads threads = new NodeThreads();

  private SmallNode(Settings settings) {
    this.settings = settings;
    this.machinery = new Machinery(settings);
    this.transactions =
        new JtaTransactions(machinery.manager(), new TransactionSynchronizationRegistryImple());
    this.pool = machinery.pool();
    this.wiring = new Wiring(settings, machinery, transactions);
  }

  /** Takes {@link Settings#arguments}. */
  public static void main(String[] arguments) {
    SmallNode node = new SmallNode(Settings.of(arguments));
    node.machinery.recover();
    Runnable receiving = node.receive();
    Relay relay = node.relay();
    relay.start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> node.stop(receiving, relay)));
    System.out.println(READY);
  }

  /** In order, as when a server undeploys. Sessions are closed by those who work with them. */
  private void stop(Runnable receiving, Relay relay) {
    receiving.run();
    relay.stop();
    threads.awaitEnd();
  }

  /** Begins, and returns what ends it. */
  private Runnable receive() {
    Jdbc jdbc = new Jdbc(pool);
    Intents intents = new BufferedIntents(new IntentTable(jdbc), transactions, wakeUps);
    Faults faults = Faults.firstOf(List.of(new SqlFaults(), new JmsFaults(), new JtaFaults()));
    ClaimStore inbox = new ClaimTable(jdbc, Duration.ofSeconds(CLAIM_WAIT));
    ReceiverStores memory =
        new ReceiverStores(inbox, new AttemptTable(jdbc, inbox), new ParkedTable(jdbc), intents);
    Consumers consumers =
        new Consumers(
            new Resources(transactions, faults, threads, memory, new Told())
                .storing(new StoredTable(jdbc)),
            new Replayer());
    Business business = new Business(pool, intents);
    if (settings.kind() == Kind.STOCK_REPOSITORY) {
      StockRoute.start(wiring.url(), pool, business);
      return () -> {};
    }
    Consumer consumer = consumer(consumers, business);
    consumer.start();
    return consumer::stop;
  }

  private Consumer consumer(Consumers consumers, Business business) {
    ConsumerPolicy policy = Policies.receiving(settings);
    JmsMessages messages = new JmsMessages(QUEUE, policy.reading().limits());
    IdentityRule rule = IdentityRules.cloudEvent();
    Supplier<MessageSource> sources =
        () -> new JmsSource(wiring.sessions(), Queues.named(QUEUE), messages);
    return policy.stored().isPresent()
        ? consumers.storeFirst(policy, rule, sources, ProofResult.Proven::new, business)
        : consumers.direct(policy, rule, sources, ProofResult.Proven::new, business);
  }

  private Relay relay() {
    boolean transfers = settings.kind() == Kind.TRANSFER;
    DestinationPolicy policy = Policies.relayingFor(settings.kind());
    return new Relay(
        new DestinationQueue(policy, new IntentTable(new Jdbc(pool)), transactions),
        transfers ? new QueueProvider(wiring.transacted()) : new HttpProvider(settings.provider()),
        new RelayListener() {},
        threads,
        wakeUps.of(policy.destination()));
  }

  /** Says what was interrupted, and whose attempt failed, for the harness to count. */
  private static final class Told implements ReceiveListener {
    @Override
    public void failed(ConsumerPolicy consumer, BatchResult.PermanentFault failed) {
      System.out.println(FAILED + failed);
    }

    @Override
    public void interrupted(ConsumerPolicy consumer, Throwable cause, Duration pause) {
      System.out.println("interrupted: " + cause + " / " + cause.getCause());
    }

    @Override
    public void stopped(ConsumerPolicy consumer, ReceiveEvent.Stop stop) {
      System.out.println(STOPPED + stop);
    }

    /** With the code of the line that an operator would see. */
    @Override
    public void inDoubt(ConsumerPolicy consumer, Throwable cause) {
      System.out.println(Code.OUTCOME_IN_DOUBT + ": " + cause);
    }
  }
}
