// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.proof;

import jakarta.jms.ConnectionFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.boot.config.ConsumerSettings;
import org.semel.internal.boot.config.Settings;
import org.semel.internal.edge.jms.DeliveryRules;
import org.semel.internal.edge.jms.JmsProbe;
import org.semel.internal.edge.jms.QueueProbe;
import org.semel.internal.edge.jms.Queues;
import org.semel.internal.edge.jms.Selector;
import org.semel.internal.edge.jms.ServerStarting;
import org.semel.internal.edge.jms.session.ManagedSessions;
import org.semel.internal.edge.jms.session.Sessions;
import org.semel.internal.edge.jta.JtaWitness;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.proof.PostgresProbe;
import org.semel.internal.edge.postgresql.proof.WriterInspection.Session;
import org.semel.internal.edge.postgresql.proof.WriterInspection.WritingPart;
import org.semel.internal.edge.server.Server;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.internal.engine.receive.proof.BrokerProbe;
import org.semel.internal.engine.receive.proof.Inspection;
import org.semel.internal.engine.receive.proof.ProofContext;
import org.semel.internal.engine.receive.proof.ProofResult;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.internal.engine.receive.proof.StartupProof;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Faults;
import org.semel.internal.engine.tx.Transactions;

/** The start-up proofs, over this server's resources. */
public final class StartupProofs {

  private static final Duration ASKING = Duration.ofSeconds(10);

  private final Settings settings;
  private final Server server;
  private final Transactions transactions;
  private final Jdbc jdbc;
  private final Faults faults;
  private final List<Inspection> inspections;
  private final Writers writers;

  /**
   * The proofs over these resources.
   *
   * @param jdbc over the data source with Semel's tables
   * @param inspections made before each proof
   * @param writers of the application
   */
  public StartupProofs(
      Settings settings,
      Server server,
      Transactions transactions,
      Jdbc jdbc,
      Faults faults,
      List<Inspection> inspections,
      Writers writers) {
    this.settings = settings;
    this.server = server;
    this.transactions = transactions;
    this.jdbc = jdbc;
    this.faults = faults;
    this.inspections = inspections;
    this.writers = writers;
  }

  /** Proves that {@code consumer} receives through {@code sessions} together with the database. */
  public ProofResult consumer(
      ConsumerSettings consumer, ConnectionFactory factory, Sessions sessions) {
    ConsumerPolicy policy = consumer.policy();
    DeliveryRules rules =
        rules(
            consumer,
            policy.feed().destination(),
            policy.attemptLimits().deliveries(),
            policy.feed().connectionFactory());
    return prove(
        new JmsProbe(
            factory,
            sessions,
            probes(),
            rules,
            new QueueProbe(
                factory,
                probes(),
                policy.feed().destination(),
                server.queue(policy.feed().destination()),
                consumer.keys().selector())),
        consumer.protocol(),
        policy.feed().connectionFactory(),
        CommonInspections.asking(writers.of(consumer, settings.semel()), settings, jdbc));
  }

  /**
   * Proves that a classic route receives, under keys of this consumer, together with the database.
   *
   * @param queue as the broker knows it; none if it is a topic
   */
  public ProofResult classic(
      ConsumerSettings consumer, Optional<String> queue, ConnectionFactory factory) {
    Sessions sessions = new ManagedSessions(factory);
    return prove(
        queue
            .map(
                name ->
                    new JmsProbe(
                        factory,
                        sessions,
                        probes(),
                        rules(consumer, name, 0, settings.connectionFactory()),
                        new QueueProbe(factory, probes(), name, Queues.named(name), Selector.ALL)))
            .orElseGet(() -> new JmsProbe(factory, sessions, probes())),
        Protocol.XA,
        settings.connectionFactory(),
        List.of());
  }

  /**
   * Why the data source of a classic consumer's repository is not the one in which Semel claims;
   * empty if it is. Asks both in a transaction of their own.
   */
  public Optional<Refusal> elsewhere(DataSource given, String consumer) {
    String ours = settings.semel().dataSource();
    WritingPart repository =
        new WritingPart(
            Code.REPOSITORY_MISUSED,
            "The repository of consumer " + consumer + " has a data source that",
            Session.of(given),
            "Give it Semel's own (@Inject @Semel DataSource; " + ours + ").");
    return CommonInspections.asking(List.of(repository), settings, jdbc).stream()
        .map(
            inspection -> transactions.inNew(ASKING, () -> Decision.discard(inspection.refusals())))
        .flatMap(asked -> asked.orElseThrow(StartupProofs::unasked).stream())
        .findFirst();
  }

  private static RuntimeException unasked(Throwable fault) {
    return new IllegalStateException("The database cannot be asked now.", fault);
  }

  private DeliveryRules rules(
      ConsumerSettings consumer, String queue, int deliveries, String factory) {
    return new DeliveryRules(
        queue,
        deliveries,
        Optional.of(consumer.keys().deadLetterAddress()).filter(address -> !address.isBlank()),
        server.platform().brokerSettings(factory));
  }

  /**
   * Proves that a route sends over {@code jms:} together with the database.
   *
   * @throws SemelException if it does not, or cannot be proven yet
   */
  public void transfer() {
    ConnectionFactory factory = new ConnectionFactories(settings, server).ofAll();
    ProofResult verdict =
        prove(
            new JmsProbe(factory, new ManagedSessions(factory), probes()),
            Protocol.XA,
            settings.connectionFactory(),
            List.of());
    if (verdict instanceof ProofResult.Refused refused) {
      throw new SemelException(
          Code.TRANSFER_UNPROVEN,
          "transfer=xa would not hold over "
              + settings.connectionFactory()
              + "; nothing is sent. "
              + refused.refusals().stream()
                  .map(Refusal::toString)
                  .collect(Collectors.joining(" ")));
    }
    if (verdict instanceof ProofResult.Unproven unproven) {
      throw new SemelException(
          Code.PROOF_WAITS,
          "transfer=xa cannot be proven yet; nothing is sent until it is.",
          unproven.cause());
    }
  }

  /** The witness looks on a managed thread, and would wait in vain where none runs yet. */
  private ProofResult prove(
      BrokerProbe broker, Protocol protocol, String factory, List<Inspection> ofRoutes) {
    if (!server.runsThreads()) {
      return new ProofResult.Unproven(new ServerStarting());
    }
    ProofContext context =
        new ProofContext(
            transactions,
            new JtaWitness(server.transactionManager(), server.threads()),
            faults,
            settings.workers(),
            Stream.concat(inspections(factory), ofRoutes.stream()).toList(),
            server.platform());
    return new StartupProof(
            new PostgresProbe(jdbc, settings.semel().unflushedDatabase()),
            broker,
            context,
            protocol)
        .prove();
  }

  /**
   * The inspections of the application, and of what the server makes of this connection factory.
   */
  private Stream<Inspection> inspections(String factory) {
    Inspection adapter =
        () -> server.platform().unfit(factory, server.connectionFactory(factory)).stream().toList();
    return Stream.of(
            List.of(adapter),
            inspections,
            CommonInspections.asking(writers.beans(settings.semel()), settings, jdbc))
        .flatMap(List::stream);
  }

  private Queues probes() {
    return server.queue(settings.semel().probeQueue());
  }
}
