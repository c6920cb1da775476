// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.nio.file.Path;

/** A WildFly and the broker inside it, which dies with it. */
final class WildFlySite implements Site {

  private final WildFly wildFly;

  WildFlySite(Path directory, Postgres postgres) {
    this.wildFly = new WildFly(directory, postgres);
  }

  @Override
  public AppServer server() {
    return wildFly;
  }

  @Override
  public BrokerView broker() {
    return wildFly.management();
  }

  @Override
  public Producer producer(String queue) {
    return new Producer(wildFly.httpPort(), queue);
  }

  @Override
  public void start() {
    wildFly.start();
  }

  @Override
  public int preparedByTheDead() {
    return wildFly.remains().prepared();
  }

  @Override
  public void close() {
    wildFly.close();
  }
}
