// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.semel.estate.ServerKind;

/** What only a server with a broker inside has: a WildFly. */
class BrokerInsideIT {

  private static final SharedEstate ESTATE = SharedEstate.of(ServerKind.WILDFLY);

  /** Which of two would be asked is a race at the start of the server. */
  @Test
  void recoveryAsksTheBrokerInsideUnderTheNameOfTheFactoryThatConsumersUse() {
    assertThat(ESTATE.wildFly().management().announcing()).containsExactly("semel");
  }

  /** Its connector goes over the network; nobody can tell that it comes back to this server. */
  @Test
  void aFactoryThatLeavesTheServerIsNotJudgedByTheBrokerInside() {
    assertThat(
            RefusedWar.with(
                    ESTATE,
                    "semel.consumer.refused.connection-factory=java:jboss/exported/jms/RemoteConnectionFactory")
                .words())
        .contains("SEMEL-0401 Consumer refused", "SEMEL-0413");
  }
}
