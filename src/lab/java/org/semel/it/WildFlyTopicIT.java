// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.estate.ServerKind;

/**
 * WildFly's factories put a prefix before each name; behind a topic's subscription there is a queue
 * all the same.
 */
class WildFlyTopicIT {

  private final SharedEstate estate = SharedEstate.of(ServerKind.WILDFLY);

  /** Its queue is part of what a name is registered with; others give the name another one. */
  @AfterEach
  void forgetTheName() {
    estate.postgres.execute("DELETE FROM semel_consumer WHERE name = 'refused'");
  }

  @Test
  void aTopicsSubscriptionIsReachedByItsAddressAndItsQueue() {
    forgetTheName();
    estate.wildFly().management().addSubscription("prices", "shop-prices");
    assertThat(with("jms.topic.prices::shop-prices")).contains("SEMEL-0306 Consumer refused");
    assertThat(with("prices::shop-prices"))
        .contains("SEMEL-0401 Consumer refused", "SEMEL-0315", "prices::shop-prices");
  }

  private String with(String queue) {
    return RefusedWar.with(
            estate,
            """
            semel.consumer.refused.queue=%s
            semel.consumer.refused.dead-letter-address=jms.queue.DLQ
            """
                .formatted(queue))
        .words();
  }
}
