// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MinimumCamelVersionTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "4.14.8",
        "4.14.12",
        "4.18.3",
        "4.21.0",
        "4.22.0",
        "4.30.1",
        "5.0.0",
        "4.22.0-SNAPSHOT"
      })
  void letsPassWhatHasNoKnownHole(String version) {
    assertThat(MinimumCamelVersion.refusal(version)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "3.22.4", "4.0.0", "4.14.7", "4.15.0", "4.18.2", "4.19.0", "4.20.0", "", "unknown"
      })
  void refusesTheRest(String version) {
    assertThat(MinimumCamelVersion.refusal(version))
        .get()
        .hasToString(
            "SEMEL-0602 Camel "
                + version
                + " has known vulnerabilities in its JMS component. Use 4.14.8, 4.18.3, 4.21.0 or later.");
  }
}
