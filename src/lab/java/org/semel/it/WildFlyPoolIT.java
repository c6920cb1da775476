// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.semel.estate.ServerKind;

/** What WildFly itself tells of a data source's pool. */
class WildFlyPoolIT {

  private final SharedEstate estate = SharedEstate.of(ServerKind.WILDFLY);

  @Test
  void onePoolClosesWhatOthersHaveInUseAndOursDoesNot() {
    RefusedWar.prepare(estate);
    estate.wildFly().management().addLocalDataSource("entire", estate.postgres, "EntirePool");
    assertThat(RefusedWar.with(estate, "semel.data-source=jdbc/entire").words())
        .contains("SEMEL-0402");
    assertThat(estate.server().output())
        .contains("SEMEL-0446 The data source jdbc/entire has flush-strategy=EntirePool");
    assertThat(RefusedWar.with(estate, "").words())
        .contains("SEMEL-0306 Consumer refused")
        .doesNotContain("SEMEL-0446");
  }
}
