// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.proof;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.semel.internal.boot.config.ConsumerSettings;
import org.semel.internal.boot.config.Settings;
import org.semel.internal.desk.operate.indoubt.BrokerScan;
import org.semel.internal.desk.operate.indoubt.OutsideLook;
import org.semel.internal.desk.watch.log.OperatorLog;
import org.semel.internal.edge.jms.session.RecoverScan;
import org.semel.internal.edge.server.Server;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.internal.engine.send.relay.DestinationPolicy.Transfer;

/** The brokers with which an application shares XA transactions, one for each factory. */
public final class BrokerScans implements Supplier<List<BrokerScan>> {

  private final Settings settings;
  private final ConnectionFactories factories;
  private final Supplier<? extends Collection<String>> consumers;

  /**
   * The brokers of some consumers.
   *
   * @param consumers their names, as far as they are known by now
   */
  public BrokerScans(
      Settings settings, Server server, Supplier<? extends Collection<String>> consumers) {
    this.settings = settings;
    this.factories = new ConnectionFactories(settings, server);
    this.consumers = consumers;
  }

  /** A look at them, and at the log of this server. */
  public static OutsideLook look(
      Settings settings, Server server, Supplier<? extends Collection<String>> consumers) {
    return new OutsideLook(
        new BrokerScans(settings, server, consumers),
        server.platform().decisions(server.transactionManager()),
        settings.semel().exposure().sampleEvery(),
        System::nanoTime);
  }

  @Override
  public List<BrokerScan> get() {
    Map<String, BrokerScan> scans = new LinkedHashMap<>();
    for (String name : consumers.get()) {
      ConsumerSettings consumer = settings.consumer(name);
      if (consumer.protocol() == Protocol.XA) {
        scans.computeIfAbsent(
            consumer.policy().feed().connectionFactory(),
            factory -> new RecoverScan(factory, () -> factories.of(consumer), OperatorLog::rootOf));
      }
    }
    if (transfers()) {
      scans.computeIfAbsent(
          settings.connectionFactory(),
          factory -> new RecoverScan(factory, factories::ofAll, OperatorLog::rootOf));
    }
    return List.copyOf(scans.values());
  }

  private boolean transfers() {
    return settings.destinations().stream()
        .map(destination -> settings.destination(destination.name()).dispatch().transfer())
        .anyMatch(Transfer.XA::equals);
  }
}
