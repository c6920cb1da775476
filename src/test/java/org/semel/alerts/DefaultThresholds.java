// SPDX-License-Identifier: Apache-2.0
package org.semel.alerts;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.semel.internal.boot.WildFlyConfig;
import org.semel.internal.boot.config.ConfiguredNames;
import org.semel.internal.boot.config.Settings;
import org.semel.internal.engine.receive.identity.IdentitySpec;

/** The thresholds that a server shows where no policy sets one, by the names of their alerts. */
final class DefaultThresholds {

  private static final Settings SETTINGS =
      Settings.read(
          WildFlyConfig.of(Map.of()),
          new ConfiguredNames(Set.of(), Set.of()),
          new IdentitySpec(
              text -> {
                throw new IllegalStateException("no consumer is named");
              }));

  private DefaultThresholds() {}

  static Map<String, Double> ofConsumers() {
    return SETTINGS.consumerThresholds();
  }

  static Map<String, Double> ofDestinations() {
    return SETTINGS.destinationThresholds();
  }

  /** Empty if the rule has its threshold in itself. */
  static Optional<Double> of(String alert) {
    return Optional.ofNullable(ofConsumers().get(alert))
        .or(() -> Optional.ofNullable(ofDestinations().get(alert)));
  }
}
