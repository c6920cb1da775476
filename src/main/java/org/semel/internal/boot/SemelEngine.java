// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import jakarta.jms.ConnectionFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.IdempotentRepository;
import org.semel.SemelException;
import org.semel.camel.Engine;
import org.semel.internal.boot.config.DestinationSettings;
import org.semel.internal.boot.config.Settings;
import org.semel.internal.boot.node.BackgroundParts;
import org.semel.internal.boot.node.LocalNode;
import org.semel.internal.boot.node.NodeWiring;
import org.semel.internal.boot.proof.BrokerScans;
import org.semel.internal.boot.proof.CommonInspections;
import org.semel.internal.boot.proof.ConnectionFactories;
import org.semel.internal.boot.proof.KnownFaults;
import org.semel.internal.boot.proof.SendingProof;
import org.semel.internal.boot.proof.Writers;
import org.semel.internal.desk.operate.AuditedOperations;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.desk.operate.indoubt.OutsideLook;
import org.semel.internal.desk.operate.pause.PauseWatch;
import org.semel.internal.desk.operate.replay.RuledReplay;
import org.semel.internal.desk.watch.Telemetry;
import org.semel.internal.desk.watch.log.RelayLog;
import org.semel.internal.desk.watch.metrics.Series;
import org.semel.internal.desk.web.OperatorApi;
import org.semel.internal.edge.camel.InboxEngine;
import org.semel.internal.edge.camel.IntentEngine;
import org.semel.internal.edge.camel.RouteEngine;
import org.semel.internal.edge.camel.classic.ClaimingRepository;
import org.semel.internal.edge.jta.JtaTransactions;
import org.semel.internal.edge.postgresql.DataSourceRefusals;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.operate.OperatorTables;
import org.semel.internal.edge.postgresql.watch.SampleTable;
import org.semel.internal.edge.server.Server;
import org.semel.internal.engine.loop.Lifecycle;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.receive.SteppedHandler;
import org.semel.internal.engine.receive.claim.EffectNames;
import org.semel.internal.engine.receive.identity.IdentitySpec;
import org.semel.internal.engine.receive.proof.ProofResult;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intents;
import org.semel.internal.engine.send.WakeUps;
import org.semel.internal.engine.send.relay.DestinationPolicy;
import org.semel.internal.engine.send.relay.DestinationQueue;
import org.semel.internal.engine.send.relay.Inquiry.Inquiries;
import org.semel.internal.engine.send.relay.Provider;
import org.semel.internal.engine.send.relay.Relay;
import org.semel.internal.engine.send.relay.RelayEvent;
import org.semel.internal.engine.tx.Propagations;
import org.semel.internal.engine.tx.StandardPropagations;
import org.semel.internal.engine.tx.Transactions;
import org.semel.operations.PauseActs.Target;

/** Joins every port of the core to the adapter that implements it in this server. */
final class SemelEngine implements InboxEngine, IntentEngine {

  private final Settings settings;
  private final Server server;
  private final DataSource dataSource;
  private final Observer<RelayEvent> relayLog;
  private final WakeUps wakeUps = new WakeUps();
  private final Inquiries inquiries = new Inquiries();
  private final OutsideLook outside;
  private final Telemetry telemetry;
  private final Replayer replayer;
  private final KnownDestinations destinations;
  private final Transactions transactions;
  private final Stores stores;
  private final ConsumerWiring consumers;
  private final LocalNode node;
  private final AuditedOperations operations;
  private final BackgroundParts background;
  private final PauseWatch pauses;

  /**
   * The engine of an application on {@code server}.
   *
   * @param writers of the application
   * @param versions of what runs here
   */
  SemelEngine(
      Settings settings,
      Server server,
      IdentitySpec identities,
      Writers writers,
      Map<String, String> versions) {
    this.settings = settings;
    this.server = server;
    this.destinations = new KnownDestinations(settings::destinations);
    this.dataSource = server.dataSource(settings.semel().dataSource());
    Jdbc jdbc = Stores.jdbc(server, dataSource, settings.semel());
    Transactions plain =
        new JtaTransactions(
            server.transactionManager(),
            server.synchronizations(),
            new DataSourceRefusals(dataSource)::since);
    this.outside = BrokerScans.look(settings, server, this::reported);
    this.telemetry =
        new Telemetry(
            settings.semel().exposure(),
            plain,
            new SampleTable(jdbc),
            outside::view,
            server.tracing());
    telemetry.alerts(Series.CONSUMER_THRESHOLD, "", settings.consumerThresholds());
    telemetry.alerts(Series.INTENT_THRESHOLD, "", settings.destinationThresholds());
    this.transactions = telemetry.transactions(plain);
    this.relayLog = telemetry.relays(new RelayLog());
    this.replayer =
        telemetry.replayer(transactions, name -> settings.consumer(name).keys().replay());
    this.stores =
        new Stores(
            settings,
            server,
            jdbc,
            transactions,
            wakeUps,
            intent -> relayLog.on(new RelayEvent.Differs(intent)));
    this.consumers =
        new ConsumerWiring(settings, server, identities, stores, replayer, telemetry, writers);
    this.node = node(versions);
    this.operations = acts();
    this.background =
        new BackgroundParts(settings, telemetry, transactions, server.threads(), outside);
    this.pauses =
        background.pauses(stores.operators(outside).pauses(), server.platform()::isSuspended);
  }

  private Set<String> reported() {
    return telemetry.consumers().now().keySet();
  }

  @Override
  public Lifecycle consumer(String name, SteppedHandler handler) {
    return consumers.consumer(settings.runs(name), handler, pauses);
  }

  @Override
  public boolean allowsExternal(String consumer) {
    return settings.consumer(consumer).allowsExternal();
  }

  @Override
  public void proveTransfer() {
    consumers.proofs().transfer();
  }

  @Override
  public void proveSending(Destination destination, List<Endpoint> endpoints) {
    new SendingProof(settings.semel().probeQueue()).prove(destination, endpoints);
  }

  @Override
  public Lifecycle relay(Destination destination, Provider provider) {
    DestinationSettings delivered = settings.relays(destination.name());
    telemetry.awaits(destination);
    telemetry.alerts(Series.INTENT_THRESHOLD, destination.name(), delivered.keys().thresholds());
    Target target = Target.destination(destination.name());
    RegisteredIntents intents =
        new RegisteredIntents(
            stores.intentTable(),
            () -> consumers.registrations().register(delivered, pauses::unknown),
            () -> pauses.isPaused(target));
    Relay relay =
        new Relay(
            new DestinationQueue(delivered.policy(), intents, transactions),
            telemetry.measured(delivered.policy(), provider, relayLog),
            relayLog,
            server.threads(),
            wakeUps.of(destination));
    telemetry.destinations().awaits(destination, relay::state, relay::standing);
    return pauses.obeying(target, new RegisteredRelay(intents, relay), relay);
  }

  @Override
  public EffectNames effects() {
    return stores.effects();
  }

  @Override
  public Intents intents() {
    return stores.intents();
  }

  @Override
  public void named(Destination destination, String name) {
    destinations.name(destination, name);
  }

  @Override
  public DestinationPolicy policy(Destination destination) {
    return settings.destination(destination.name());
  }

  @Override
  public Inquiries inquiries() {
    return inquiries;
  }

  /** The engine that Camel's components ask. */
  Engine components() {
    return new RouteEngine(this, this);
  }

  /** The data source with Semel's tables. */
  DataSource dataSource() {
    return dataSource;
  }

  /** The connection factory that consumers use unless they say otherwise. */
  ConnectionFactory connectionFactory() {
    return new ConnectionFactories(settings, server).ofAll();
  }

  /** The acts of operators. */
  AuditedOperations operations() {
    return operations;
  }

  /** The acts of operators over HTTP; empty if that is switched off. */
  Optional<OperatorApi> api() {
    return OperatorApi.of(
        settings.semel().exposure(),
        settings::shownFields,
        settings.roles(),
        operations,
        operators(),
        stores.requests(),
        telemetry.refusals());
  }

  private OperatorTransactions operators() {
    Jdbc jdbc = stores.jdbc();
    return new OperatorTransactions(
        transactions, stores.audit(), KnownFaults.AT_WORK, jdbc::silence, jdbc::isWorthAsking);
  }

  private AuditedOperations acts() {
    OperatorTables tables = stores.operators(outside);
    return new AuditedOperations(
        operators(),
        tables,
        new RuledReplay(
            replayer,
            name -> settings.consumer(name).keys().replay(),
            tables.records(),
            stores.audit()),
        destinations,
        (name, queue, without) -> consumers.deadLetters(settings.consumer(name), queue, without),
        node);
  }

  private LocalNode node(Map<String, String> versions) {
    return new NodeWiring(settings, telemetry, stores.jdbc(), transactions, outside)
        .node(
            versions,
            stores.inspections(),
            CommonInspections.hints(settings, server),
            consumers.registrations()::leftBehind,
            consumers.registrations()::unrouted);
  }

  /** The series and health that can be seen from outside. */
  Telemetry telemetry() {
    return telemetry;
  }

  /** The other parts that start and stop with Camel; {@code up} tells whether Camel has started. */
  List<Lifecycle> parts(BooleanSupplier up) {
    List<Lifecycle> parts = new ArrayList<>(background.all(pauses, stores.seals(), node, up));
    parts.add(background.plans(operations::driver));
    parts.add(background.retention(stores.retention()));
    return parts;
  }

  /** The memory of a classic idempotent consumer. */
  IdempotentRepository repository(String consumer) {
    settings.consumer(consumer); // reports a fault now: no receiver would
    settings.ownsConsumer(consumer);
    return new ClaimingRepository(consumer, stores.classicClaims());
  }

  /** Whatever a route writes through another one is not in the claim's transaction. */
  @Override
  public void claimsThrough(DataSource given, String consumer) {
    consumers
        .proofs()
        .elsewhere(given, consumer)
        .ifPresent(
            refusal -> {
              throw new SemelException(refusal.code(), refusal.finding() + " " + refusal.remedy());
            });
  }

  /** Proves that a classic route receives and claims for this consumer in one transaction. */
  ProofResult classicProof(String consumer, Optional<String> queue, ConnectionFactory factory) {
    return consumers.proofs().classic(settings.consumer(consumer), queue, factory);
  }

  /** Joins the database to the caller's transaction; called before the broker joins. */
  void joinDatabase() {
    stores.join();
  }

  /** Asks it in a transaction that commits; why it could not, empty if it did. */
  Optional<Throwable> askDatabase() {
    return stores.ask();
  }

  /** For routes that are {@code transacted(...)}; their transactions have the server's timeout. */
  Propagations propagations() {
    return new StandardPropagations(transactions, Duration.ZERO);
  }
}
