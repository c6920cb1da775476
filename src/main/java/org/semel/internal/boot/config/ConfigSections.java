// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.config.Config;
import org.semel.internal.boot.config.consumer.ConsumerKeys;
import org.semel.internal.boot.config.destination.DestinationKeys;
import org.semel.internal.boot.config.key.ConfigSection;

/** The sections of one configuration. */
public record ConfigSections(Config config) {

  /** The keys of Semel itself. */
  ConfigSection semel(List<String> faults) {
    return new ConfigSection(config, List.of("semel."), faults);
  }

  /** The keys of a role of the application; there are no defaults behind them. */
  ConfigSection role(String name, List<String> faults) {
    return new ConfigSection(config, List.of("semel.role." + name + "."), faults);
  }

  /** The keys of one consumer or destination, with the defaults of all behind them. */
  ConfigSection of(String kind, String name, List<String> faults) {
    return new ConfigSection(
        config,
        List.of("semel." + kind + "." + name + ".", "semel." + kind + "-defaults."),
        faults);
  }

  /** The same, for a section whose faults are already reported. */
  ConfigSection of(String kind, String name) {
    return of(kind, name, new ArrayList<>());
  }

  /** The defaults of all consumers or destinations. */
  ConfigSection defaults(String kind, List<String> faults) {
    return new ConfigSection(config, List.of("semel." + kind + "-defaults."), faults);
  }

  /** Checks the defaults now: a name that appears later may use them. */
  void checkDefaults(List<String> faults) {
    defaults("consumer", faults).check(ConsumerKeys.ALL);
    defaults("destination", faults).check(DestinationKeys.ALL);
  }
}
