// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import org.junit.jupiter.api.Test;
import org.semel.example.ReservationRoutes;
import org.semel.example.Reservations;

@SemelTest(
    beans = {ReservationRoutes.class, Reservations.class},
    scripts = "db/example.sql",
    providers = "confirmation.url")
class ReservationsTakeEffectOnceTest {

  private static final String LINE =
      """
      {"specversion": "1.0", "id": "536365-%1$d", "source": "shop", "type": "order.line", "data":
        {"invoice": "536365", "line": %1$d, "stockCode": "85123A", "quantity": 6, "unitPrice": 2.55}}
      """;

  @Test
  void eachLineIsReservedOnce(Trial trial) {
    trial
        .send("reservations", LINE.formatted(1))
        .send("reservations", LINE.formatted(2))
        .takesEffectOnce();
  }
}
