// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;
import org.semel.internal.boot.config.key.ConfigSection;
import org.semel.internal.engine.send.relay.DestinationPolicy;

/**
 * The settings of one destination: its keys, and what follows from them.
 *
 * @param policy how intents reach it
 */
public record DestinationSettings(DestinationKeys keys, DestinationPolicy policy) {

  /**
   * The settings of this name; empty if there is a fault.
   *
   * @param faults gets each as a line
   */
  public static Optional<DestinationSettings> read(
      Config config, String name, List<String> faults) {
    return section(config, name)
        .read(
            DestinationKeys.RULES,
            faults,
            keys -> new DestinationSettings(keys, keys.policy(name)));
  }

  /** Whether the configuration states what the provider does with keys. */
  static boolean statesKeys(Config config, String name) {
    return section(config, name).isSet("keys");
  }

  private static ConfigSection<DestinationKeys> section(Config config, String name) {
    return new ConfigSection<>(
        config,
        DestinationKeys.TABLE,
        "semel.destination." + name + ".",
        "semel.destination-defaults.");
  }
}
