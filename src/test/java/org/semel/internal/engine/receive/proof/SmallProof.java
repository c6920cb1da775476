// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.proof;

import jakarta.jms.ConnectionFactory;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.semel.internal.edge.jms.AddressSettings;
import org.semel.internal.edge.jms.AddressSettings.DeadLetters;
import org.semel.internal.edge.jms.BrokerSettings;
import org.semel.internal.edge.jms.DeliveryRules;
import org.semel.internal.edge.jms.JmsProbe;
import org.semel.internal.edge.jms.QueueProbe;
import org.semel.internal.edge.jms.Queues;
import org.semel.internal.edge.jms.Selector;
import org.semel.internal.edge.jms.session.LocalSessions;
import org.semel.internal.edge.jms.session.ManagedSessions;
import org.semel.internal.edge.jms.session.Sessions;
import org.semel.internal.edge.jta.JtaWitness;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.TableSchema;
import org.semel.internal.edge.postgresql.proof.PostgresProbe;
import org.semel.internal.edge.postgresql.proof.UnflushedDatabase;
import org.semel.internal.edge.server.wildfly.WildFlyPlatform;
import org.semel.internal.engine.receive.SmallWorld;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.internal.engine.receive.proof.Setting.Seen;
import org.semel.small.Jms;
import org.semel.small.Unwaiting;

/** A start-up proof over real parts, any of which a test may replace by a wrong one. */
public final class SmallProof {

  public final SmallWorld world = new SmallWorld();
  public ConnectionFactory factory = world.server.factory();
  public Sessions sessions;
  public Protocol protocol = Protocol.XA;
  public DataSource dataSource = world.server.dataSource();
  public BrokerSettings settings = queue -> new Seen<>(new AddressSettings(DeadLetters.KEPT, 50));
  public TableSchema schema = TableSchema.onThePath();
  public UnflushedDatabase unflushed = UnflushedDatabase.ACCEPT;
  public String queue = world.queue;
  public int workers = 8;
  public int deliveries = 40;
  public List<Inspection> inspections = List.of();
  UnaryOperator<BrokerProbe> through = UnaryOperator.identity();
  private final String probes = Jms.queue(world.server.broker());

  /** Over the factory and the sessions that consumers of this protocol have. */
  public void by(Protocol asked) {
    protocol = asked;
    if (asked != Protocol.XA) {
      factory = world.server.broker().plainFactory();
      sessions = new LocalSessions(factory);
    }
  }

  /** So that the proof does not wait for a message that cannot come. */
  ConnectionFactory unwaiting(ConnectionFactory real) {
    return Unwaiting.over(real, () -> world.server.broker().messages(probes) == 0);
  }

  public ProofResult prove() {
    return new StartupProof(
            new PostgresProbe(new Jdbc(dataSource, schema), unflushed),
            through.apply(
                new JmsProbe(
                    factory,
                    sessions == null ? new ManagedSessions(factory) : sessions,
                    Queues.named(probes),
                    new DeliveryRules(queue, deliveries, Optional.empty(), settings),
                    new QueueProbe(
                        factory, Queues.named(probes), queue, Queues.named(queue), Selector.ALL))),
            new ProofContext(
                world.server.transactions(),
                new JtaWitness(world.server.manager(), Thread::new),
                world.faults,
                workers,
                inspections,
                new WildFlyPlatform()),
            protocol)
        .prove();
  }
}
