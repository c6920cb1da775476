// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import jakarta.jms.ConnectionFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.camel.spi.IdempotentRepository;
import org.semel.boot.Settings.ConsumerSettings;
import org.semel.camel.Engine;
import org.semel.camel.HttpFaults;
import org.semel.camel.SemelIdempotentRepository;
import org.semel.inbox.Effects;
import org.semel.intent.Destination;
import org.semel.intent.Intents;
import org.semel.jms.DeadLetters;
import org.semel.jms.JmsFaults;
import org.semel.jms.JmsMessages;
import org.semel.jms.JmsSource;
import org.semel.jms.Queues;
import org.semel.jta.JtaFaults;
import org.semel.jta.JtaTransactions;
import org.semel.message.IdentityRules;
import org.semel.message.IdentitySpec;
import org.semel.ops.Operations;
import org.semel.receive.Consumer;
import org.semel.receive.ConsumerPolicy;
import org.semel.receive.ConsumerPolicy.Feed;
import org.semel.receive.Consumers;
import org.semel.receive.Expiry;
import org.semel.receive.ReceiveListener;
import org.semel.receive.Replayer;
import org.semel.receive.Source;
import org.semel.receive.SteppedHandler;
import org.semel.receive.proof.Protocol;
import org.semel.receive.proof.Verdict;
import org.semel.relay.Bells;
import org.semel.relay.DestinationPolicy;
import org.semel.relay.Inquiries;
import org.semel.relay.Provider;
import org.semel.relay.Relay;
import org.semel.relay.RelayListener;
import org.semel.store.SqlFaults;
import org.semel.tx.Faults;
import org.semel.tx.Propagations;
import org.semel.tx.StandardPropagations;
import org.semel.tx.Transactions;

/**
 * Where names meet types: every port of the core, joined to the adapter that stands behind it in
 * this server.
 */
final class SemelEngine implements Engine {

  private final Settings settings;
  private final Server server;
  private final IdentitySpec identities;
  private final ReceiveListener receiveLog = new ReceiveLog();
  private final RelayListener relayLog = new RelayLog();
  private final Faults faults =
      Faults.firstOf(List.of(new SqlFaults(), new JmsFaults(), new JtaFaults(), new HttpFaults()));

  /** Once at work; the start-up proof still refuses where a table or a right is missing. */
  private final Faults working = Faults.firstOf(List.of(new OwnTables(), faults));

  private final Bells bells = new Bells();
  private final Inquiries inquiries = new Inquiries();
  private final ConsumerSessions sessions;
  private final Replayer replayer = new Replayer();
  private final Transactions transactions;
  private final Stores stores;

  SemelEngine(Settings settings, Server server, IdentitySpec identities) {
    this.settings = settings;
    this.server = server;
    this.identities = identities;
    this.sessions = new ConsumerSessions(server);
    this.transactions = new JtaTransactions(server.transactionManager(), server.synchronizations());
    this.stores = new Stores(settings, server, transactions, bells);
  }

  @Override
  public Consumer consumer(String name, SteppedHandler handler) {
    ConsumerSettings consumer = settings.consumer(name);
    ConsumerPolicy policy = consumer.policy();
    ConnectionFactory factory = factory(consumer);
    Queues queue = server.queue(policy.feed().destination());
    FormerMemory former = stores.former(identities);
    JmsMessages messages = new JmsMessages(policy.feed().destination(), policy.reading().limits());
    Consumers.Particulars particulars =
        new Consumers.Particulars(
            IdentityRules.succeeding(
                Inboxes.rule(identities.rule(policy.reading().identity()), consumer.keeping()),
                former::rule),
            () ->
                new JmsSource(sessions.of(consumer, factory), queue, consumer.selector(), messages),
            () -> proven(consumer, factory, former));
    Consumers consumers = consumers(consumer, former);
    return consumer.protocol() == Protocol.STORE_FIRST
        ? consumers.storeFirst(
            policy, particulars, new Consumers.Later(consumer.stored(), stores.messages()), handler)
        : consumers.consumer(policy, particulars, handler);
  }

  @Override
  public boolean allowsExternal(String consumer) {
    return settings.consumer(consumer).allowsExternal();
  }

  private Verdict proven(
      ConsumerSettings consumer, ConnectionFactory factory, FormerMemory former) {
    return new Enrolments(settings, transactions, faults, stores.registry())
        .after(
            () -> proofs().consumer(consumer, factory, sessions.of(consumer, factory)),
            consumer,
            former);
  }

  private Consumers consumers(ConsumerSettings consumer, FormerMemory former) {
    Consumers consumers =
        new Consumers(
                new Consumers.Server(transactions, working, server.threads()),
                stores.memory(consumer, former),
                receiveLog,
                replayer)
            .obeying(expiry(consumer));
    return consumer
        .order()
        .map(order -> consumers.inOrder(new Consumers.Ordered(order, stores.versions())))
        .orElse(consumers);
  }

  private Expiry expiry(ConsumerSettings consumer) {
    return consumer.expired() == ConsumerKeys.Expired.HANDLE
        ? Expiry.ignored()
        : Expiry.by(new DatabaseTime(server.dataSource(settings.semel().dataSource())));
  }

  private Proofs proofs() {
    return new Proofs(settings, server, new Proofs.Parts(transactions, stores.jdbc(), faults));
  }

  @Override
  public void proveTransfer() {
    proofs().transfer();
  }

  @Override
  public Relay relay(Destination destination, Provider provider) {
    return new Relay(
        settings.destination(destination.name()),
        new Relay.Depot(stores.depot(), transactions, server.threads(), bells),
        provider,
        relayLog);
  }

  @Override
  public Effects effects() {
    return stores.effects();
  }

  @Override
  public Intents intents() {
    return stores.intents();
  }

  @Override
  public DestinationPolicy policy(Destination destination) {
    return settings.destination(destination.name());
  }

  @Override
  public Inquiries inquiries() {
    return inquiries;
  }

  /** The connection factory that consumers use unless they say otherwise. */
  ConnectionFactory connectionFactory() {
    ConnectionFactory factory = server.connectionFactory(settings.connectionFactory());
    return settings.login().map(login -> login.over(factory)).orElse(factory);
  }

  private ConnectionFactory factory(ConsumerSettings consumer) {
    String name = consumer.policy().feed().connectionFactory();
    return consumer.joining().over(server.connectionFactory(name));
  }

  /** What operators work with. */
  Operations.Office office() {
    return new Operations.Office(
        transactions,
        working,
        new Operations.House(
            replayer,
            name -> settings.consumer(name).replay(),
            settings::destinations,
            this::deadLetters),
        stores.archive());
  }

  private Source deadLetters(String name, String queue) {
    ConsumerSettings consumer = settings.consumer(name);
    Feed feed = consumer.policy().feed();
    ConnectionFactory factory = factory(consumer);
    return new DeadLetters(
        sessions.of(consumer, factory),
        server.queue(feed.destination()),
        consumer.selector(),
        queue,
        new JmsMessages(queue, consumer.policy().reading().limits()));
  }

  /** The memory of a classic idempotent consumer. */
  IdempotentRepository repository(String consumer) {
    settings.runs(consumer); // from now on, so that retention knows it too
    return new SemelIdempotentRepository(consumer, stores.classicClaims());
  }

  /**
   * That what a classic route receives from here holds with the keys that it claims for this
   * consumer.
   */
  Verdict classicProof(String consumer, Optional<String> queue, ConnectionFactory factory) {
    return proofs().classic(settings.consumer(consumer), queue, factory);
  }

  /** Brings the database into the caller's transaction, before the broker where one asks for it. */
  void joinDatabase() {
    stores.join();
  }

  /**
   * For routes that are {@code transacted(...)}; their transactions last as long as the server lets
   * them.
   */
  Propagations propagations() {
    return new StandardPropagations(transactions, Duration.ZERO);
  }
}
