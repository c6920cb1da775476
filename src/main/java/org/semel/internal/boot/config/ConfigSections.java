// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.config.Config;
import org.semel.internal.boot.config.consumer.ConsumerKeys;
import org.semel.internal.boot.config.destination.DestinationKeys;
import org.semel.internal.boot.config.key.ConfigSection;

/** The parts of one configuration. */
public record ConfigSections(Config config) {

  /** What it says of Semel itself. */
  ConfigSection semel(List<String> faults) {
    return new ConfigSection(config, List.of("semel."), faults);
  }

  /** What it says of one consumer or destination, itself or as one of all. */
  ConfigSection of(String kind, String name, List<String> faults) {
    return new ConfigSection(
        config,
        List.of("semel." + kind + "." + name + ".", "semel." + kind + "-defaults."),
        faults);
  }

  /** The same, of which all faults are known already. */
  ConfigSection of(String kind, String name) {
    return of(kind, name, new ArrayList<>());
  }

  /** What holds for all consumers or destinations. */
  ConfigSection defaults(String kind, List<String> faults) {
    return new ConfigSection(config, List.of("semel." + kind + "-defaults."), faults);
  }

  /** What holds for all may be used by a name that comes late, and is read now. */
  void checkDefaults(List<String> faults) {
    defaults("consumer", faults).check(ConsumerKeys.ALL);
    defaults("destination", faults).check(DestinationKeys.ALL);
  }
}
