// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.nio.file.Path;
import java.util.List;

/** A Liberty and a stand-alone broker, which outlives it. */
final class LibertySite implements Site {

  /** Those that {@code server-config/wildfly/configure.cli} makes in the broker inside. */
  private static final List<String> QUEUES =
      List.of("reservations", "semel.probe", Artemis.DEAD_LETTERS);

  private final Artemis artemis;
  private final Liberty liberty;

  LibertySite(Path directory, Postgres postgres) {
    this.artemis = new Artemis(directory, QUEUES);
    this.liberty =
        new Liberty(directory, postgres, artemis)
            .withOption("-Dsemel.consumer-defaults.dead-letter-address=" + Artemis.DEAD_LETTERS);
  }

  @Override
  public AppServer server() {
    return liberty;
  }

  @Override
  public BrokerView broker() {
    return artemis;
  }

  @Override
  public Producer producer(String queue) {
    return Producer.to(artemis, queue);
  }

  @Override
  public void start() {
    if (!artemis.isAlive()) {
      artemis.start();
    }
    liberty.start();
  }

  @Override
  public int preparedByTheDead() {
    return artemis.prepared();
  }

  @Override
  public void close() {
    liberty.close();
    artemis.close();
  }
}
