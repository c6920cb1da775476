// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import jakarta.jms.ConnectionFactory;
import java.time.Duration;
import java.util.Optional;
import org.apache.camel.spi.IdempotentRepository;
import org.semel.camel.Engine;
import org.semel.internal.acts.AuditedOperations;
import org.semel.internal.boot.config.Settings;
import org.semel.internal.boot.config.destination.DestinationSettings;
import org.semel.internal.boot.log.PlanLog;
import org.semel.internal.boot.log.RelayLog;
import org.semel.internal.boot.log.RetentionLog;
import org.semel.internal.boot.proof.ConnectionFactories;
import org.semel.internal.boot.proof.KnownFaults;
import org.semel.internal.boot.server.Server;
import org.semel.internal.claim.EffectNames;
import org.semel.internal.consumer.Consumer;
import org.semel.internal.identity.IdentitySpec;
import org.semel.internal.intent.Destination;
import org.semel.internal.intent.Intents;
import org.semel.internal.intent.WakeUps;
import org.semel.internal.jta.JtaTransactions;
import org.semel.internal.operate.OperatorTransactions;
import org.semel.internal.plan.PlanWorker;
import org.semel.internal.proof.ProofResult;
import org.semel.internal.receive.Replayer;
import org.semel.internal.receive.SteppedHandler;
import org.semel.internal.relay.DestinationPolicy;
import org.semel.internal.relay.DestinationQueue;
import org.semel.internal.relay.Relay;
import org.semel.internal.relay.RelayListener;
import org.semel.internal.relay.provider.Inquiries;
import org.semel.internal.relay.provider.Provider;
import org.semel.internal.retention.Retention;
import org.semel.internal.retention.SweepPace;
import org.semel.internal.route.InboxEngine;
import org.semel.internal.route.IntentEngine;
import org.semel.internal.route.RouteEngine;
import org.semel.internal.route.classic.ClaimingRepository;
import org.semel.internal.tx.Propagations;
import org.semel.internal.tx.StandardPropagations;
import org.semel.internal.tx.Transactions;

/** Joins every port of the core to the adapter that implements it in this server. */
final class SemelEngine implements InboxEngine, IntentEngine {

  private final Settings settings;
  private final Server server;
  private final RelayListener relayLog = new RelayLog();
  private final WakeUps wakeUps = new WakeUps();
  private final Inquiries inquiries = new Inquiries();
  private final Replayer replayer = new Replayer();
  private final KnownDestinations destinations;
  private final Transactions transactions;
  private final Stores stores;
  private final ConsumerWiring consumers;
  private final AuditedOperations operations;

  SemelEngine(Settings settings, Server server, IdentitySpec identities) {
    this.settings = settings;
    this.server = server;
    this.destinations = new KnownDestinations(settings::destinations);
    this.transactions = new JtaTransactions(server.transactionManager(), server.synchronizations());
    this.stores = new Stores(settings, server, transactions, wakeUps);
    this.consumers =
        new ConsumerWiring(settings, server, identities, transactions, stores, replayer);
    this.operations = acts();
  }

  @Override
  public Consumer consumer(String name, SteppedHandler handler) {
    return consumers.consumer(settings.runs(name), handler);
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
  public Relay relay(Destination destination, Provider provider) {
    DestinationSettings delivered = settings.relays(destination.name());
    RegisteredIntents intents =
        new RegisteredIntents(
            stores.intentTable(), () -> consumers.registrations().register(delivered));
    return new Relay(
        new DestinationQueue(delivered.policy(), intents.announced(), transactions),
        provider,
        relayLog,
        server.threads(),
        wakeUps.of(destination));
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

  /** What Camel's components ask. */
  Engine components() {
    return new RouteEngine(this, this);
  }

  /** The connection factory that consumers use unless they say otherwise. */
  ConnectionFactory connectionFactory() {
    return new ConnectionFactories(settings, server).ofAll();
  }

  /** What operators may do. */
  AuditedOperations operations() {
    return operations;
  }

  private AuditedOperations acts() {
    return new AuditedOperations(
        new OperatorTransactions(transactions, stores.audit(), KnownFaults.AT_WORK),
        stores.operators(),
        replayer,
        name -> settings.consumer(name).replay(),
        destinations,
        (name, queue, without) -> consumers.deadLetters(settings.consumer(name), queue, without));
  }

  /** Works on replay plans. */
  PlanWorker plans() {
    return new PlanWorker(operations::driver, server.threads(), new PlanLog());
  }

  /** Deletes rows that exceeded their retention time. */
  Retention retention() {
    return new Retention(
        stores.retention(),
        transactions,
        server.threads(),
        settings::retention,
        SweepPace.every(settings.semel().retentionEvery()),
        new RetentionLog());
  }

  /** The memory of a classic idempotent consumer. */
  IdempotentRepository repository(String consumer) {
    settings.consumer(consumer); // reports a fault now: no receiver would
    settings.ownsConsumer(consumer);
    return new ClaimingRepository(consumer, stores.classicClaims());
  }

  /** Proves that a classic route receives and claims for this consumer in one transaction. */
  ProofResult classicProof(String consumer, Optional<String> queue, ConnectionFactory factory) {
    return consumers.proofs().classic(settings.consumer(consumer), queue, factory);
  }

  /** Joins the database to the caller's transaction; called before the broker joins. */
  void joinDatabase() {
    stores.join();
  }

  /** For routes that are {@code transacted(...)}; their transactions have the server's timeout. */
  Propagations propagations() {
    return new StandardPropagations(transactions, Duration.ZERO);
  }
}
