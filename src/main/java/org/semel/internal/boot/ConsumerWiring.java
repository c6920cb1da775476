// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import jakarta.jms.ConnectionFactory;
import java.util.Set;
import java.util.function.Supplier;
import org.semel.internal.boot.config.ConsumerKeys;
import org.semel.internal.boot.config.ConsumerSettings;
import org.semel.internal.boot.config.Settings;
import org.semel.internal.boot.proof.ConnectionFactories;
import org.semel.internal.boot.proof.KnownFaults;
import org.semel.internal.boot.proof.StartupProofs;
import org.semel.internal.boot.proof.Writers;
import org.semel.internal.desk.operate.pause.PauseWatch;
import org.semel.internal.desk.watch.Telemetry;
import org.semel.internal.desk.watch.log.ReceiveLog;
import org.semel.internal.desk.watch.metrics.Series;
import org.semel.internal.edge.jms.ArtemisDeadLetters;
import org.semel.internal.edge.jms.JmsMessages;
import org.semel.internal.edge.jms.JmsSource;
import org.semel.internal.edge.jms.Queues;
import org.semel.internal.edge.postgresql.DatabaseClock;
import org.semel.internal.edge.server.Server;
import org.semel.internal.engine.loop.Lifecycle;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.receive.Expiry;
import org.semel.internal.engine.receive.MessageSource;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.receive.SteppedHandler;
import org.semel.internal.engine.receive.batch.ReceiveEvent;
import org.semel.internal.engine.receive.consumer.Consumer;
import org.semel.internal.engine.receive.consumer.Consumers;
import org.semel.internal.engine.receive.consumer.Resources;
import org.semel.internal.engine.receive.identity.IdentityRule;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.internal.engine.receive.identity.IdentitySpec;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Feed;
import org.semel.internal.engine.receive.proof.ProofResult;
import org.semel.internal.engine.tx.Transactions;
import org.semel.operations.PauseActs.Target;

/** Builds consumers from their settings and this server's resources. */
final class ConsumerWiring {

  private final Settings settings;
  private final Server server;
  private final IdentitySpec identities;
  private final Transactions transactions;
  private final Stores stores;
  private final Replayer replayer;
  private final Telemetry telemetry;
  private final Writers writers;
  private final ConsumerSessions sessions;
  private final Registrations registrations;
  private final Observer<ReceiveEvent> observer;

  /**
   * Registers the consumers with {@code replayer} too, for operators.
   *
   * @param telemetry hears what they do
   * @param writers of the application
   */
  ConsumerWiring(
      Settings settings,
      Server server,
      IdentitySpec identities,
      Stores stores,
      Replayer replayer,
      Telemetry telemetry,
      Writers writers) {
    this.settings = settings;
    this.server = server;
    this.identities = identities;
    this.transactions = stores.transactions();
    this.stores = stores;
    this.replayer = replayer;
    this.telemetry = telemetry;
    this.writers = writers;
    this.observer = telemetry.receives(new ReceiveLog(System::nanoTime));
    this.sessions = new ConsumerSessions(server);
    this.registrations = stores.registrations(KnownFaults.AT_START);
  }

  /** A consumer that is not started, and obeys operators once it is. */
  Lifecycle consumer(ConsumerSettings consumer, SteppedHandler handler, PauseWatch pauses) {
    ConsumerPolicy policy = consumer.policy();
    telemetry.awaits(policy.name(), consumer.eventType());
    telemetry.alerts(Series.CONSUMER_THRESHOLD, policy.name(), consumer.keys().thresholds());
    FormerMemory former = stores.former(identities);
    IdentityRule rule =
        IdentityRules.succeeding(
            ClaimStores.rule(identities.rule(policy.reading().identity()), consumer.claims()),
            former::known);
    Supplier<MessageSource> sources = sources(consumer);
    Supplier<ProofResult> proof = () -> told(consumer, proven(consumer, former, pauses));
    Consumers consumers = new Consumers(resources(consumer, former), replayer);
    SteppedHandler route = telemetry.measured(policy, handler);
    Consumer made =
        policy.stored().isPresent()
            ? consumers.storeFirst(policy, rule, sources, proof, route)
            : consumers.direct(policy, rule, sources, proof, route);
    return pauses.obeying(Target.consumer(policy.name()), made, made);
  }

  private Supplier<MessageSource> sources(ConsumerSettings consumer) {
    Feed feed = consumer.policy().feed();
    ConnectionFactory factory = factory(consumer);
    Queues queue =
        server.queue(feed.destination()).beside(server.queue(settings.semel().probeQueue()));
    JmsMessages messages =
        new JmsMessages(feed.destination(), consumer.policy().reading().limits());
    return () ->
        new JmsSource(sessions.of(consumer, factory), queue, consumer.keys().selector(), messages);
  }

  private ProofResult told(ConsumerSettings consumer, ProofResult verdict) {
    telemetry.consumers().proved(consumer.policy().name(), verdict);
    return verdict;
  }

  /**
   * Makes the proof, and registers a consumer that is proven. A pause must be known before its
   * first message.
   */
  private ProofResult proven(ConsumerSettings consumer, FormerMemory former, PauseWatch pauses) {
    ConnectionFactory factory = factory(consumer);
    ProofResult verdict = proofs().consumer(consumer, factory, sessions.of(consumer, factory));
    return verdict instanceof ProofResult.Proven
        ? pauses
            .unknown()
            .<ProofResult>map(ProofResult.Unproven::new)
            .orElseGet(() -> registrations.register(consumer, former))
        : verdict;
  }

  private Resources resources(ConsumerSettings consumer, FormerMemory former) {
    return new Resources(
            transactions,
            KnownFaults.AT_WORK,
            server.threads(),
            stores.memory(consumer, former),
            observer)
        .storing(stores.messages())
        .ordering(stores.versions())
        .obeying(expiry(consumer))
        .hearing(() -> stores.jdbc().silence().isPresent());
  }

  private Expiry expiry(ConsumerSettings consumer) {
    return consumer.keys().expired() == ConsumerKeys.Expired.HANDLE
        ? Expiry.ignored()
        : Expiry.by(new DatabaseClock(stores.jdbc()));
  }

  /** The start-up proofs. */
  StartupProofs proofs() {
    return new StartupProofs(
        settings,
        server,
        transactions,
        stores.jdbc(),
        KnownFaults.AT_START,
        stores.inspections(),
        writers);
  }

  /** The registrations of names. */
  Registrations registrations() {
    return registrations;
  }

  /** The dead letters of {@code consumer}. */
  MessageSource deadLetters(ConsumerSettings consumer, String queue, Set<String> without) {
    Feed feed = consumer.policy().feed();
    return new ArtemisDeadLetters(
        sessions.of(consumer, factory(consumer)),
        server.queue(feed.destination()),
        consumer.keys().selector(),
        queue,
        without,
        new JmsMessages(queue, consumer.policy().reading().limits()));
  }

  private ConnectionFactory factory(ConsumerSettings consumer) {
    return new ConnectionFactories(settings, server).of(consumer);
  }
}
