// SPDX-License-Identifier: Apache-2.0
package org.semel.receive.proof;

import jakarta.jms.ConnectionFactory;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.semel.jms.AddressSettings;
import org.semel.jms.AddressSettings.DeadLetters;
import org.semel.jms.BrokerSettings;
import org.semel.jms.DeliveryRules;
import org.semel.jms.JmsProbe;
import org.semel.jms.ManagedSessions;
import org.semel.jms.Queues;
import org.semel.jms.Sessions;
import org.semel.jta.JtaWitness;
import org.semel.receive.SmallWorld;
import org.semel.receive.proof.Setting.Seen;
import org.semel.small.Jms;
import org.semel.small.Unwaiting;
import org.semel.store.Jdbc;
import org.semel.store.PostgresProbe;

/** A start-up proof over real parts, any of which a test may replace by a wrong one. */
public final class SmallProof {

  public final SmallWorld world = new SmallWorld();
  public ConnectionFactory factory = world.server.factory();
  public Sessions sessions;
  public Protocol protocol = Protocol.XA;
  public DataSource dataSource = world.server.dataSource();
  public BrokerSettings settings = queue -> new Seen<>(new AddressSettings(DeadLetters.KEPT, 50));
  public int workers = 8;
  public int deliveries = 40;
  public List<Inspection> inspections = List.of();
  private final String probes = Jms.queue(world.server.broker());

  /** So that the proof does not wait for a message that cannot come. */
  ConnectionFactory unwaiting(ConnectionFactory real) {
    return Unwaiting.over(real, () -> world.server.broker().messages(probes) == 0);
  }

  public ProofResult prove() {
    return new StartupProof(
            new PostgresProbe(new Jdbc(dataSource)),
            new JmsProbe(
                factory,
                sessions == null ? new ManagedSessions(factory) : sessions,
                Queues.named(probes),
                new DeliveryRules(world.queue, deliveries, Optional.empty(), settings)),
            new ProofContext(
                world.server.transactions(),
                new JtaWitness(world.server.manager(), Thread::new),
                world.faults,
                workers,
                inspections),
            protocol)
        .prove();
  }
}
