// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.nio.file.Path;
import java.util.List;
import org.semel.estate.BrokerView;
import org.semel.estate.Postgres;
import org.semel.estate.WildFly;

/** A WildFly with the broker inside it. */
final class WildFlyUnderTest implements ServerUnderTest {

  private final WildFly wildFly;

  WildFlyUnderTest(Path directory, Postgres postgres) {
    wildFly =
        new WildFly(
            directory,
            postgres,
            "-Dbench.data-source=java:/jdbc/semel",
            "-Dbench.sender=java:/ConnectionFactory",
            "-Dbench.stock=java:/JmsXA",
            "-Dbench.transactions=java:/TransactionManager");
  }

  @Override
  public WildFly appServer() {
    return wildFly;
  }

  @Override
  public BrokerView broker() {
    return wildFly.management();
  }

  @Override
  public void start() {
    wildFly.start();
    wildFly.management().addQueue(QUEUE);
    wildFly.management().setMostConnections(ALL_VARIANTS_AT_ONCE);
    wildFly.deploy(BenchWar.build());
  }

  @Override
  public void startBean() {
    wildFly.management().delivery(BenchWar.NAME, Variant.BEAN, "start-delivery");
  }

  @Override
  public void stopBean() {
    wildFly.management().delivery(BenchWar.NAME, Variant.BEAN, "stop-delivery");
  }

  @Override
  public List<ProcessHandle> processes() {
    return List.of(wildFly.handle());
  }

  @Override
  public String journal() {
    return "inside the server, " + wildFly.management().journal();
  }

  @Override
  public String transactionLog() {
    return "the server's default, one file for each transaction";
  }

  @Override
  public void close() {
    wildFly.close();
  }
}
