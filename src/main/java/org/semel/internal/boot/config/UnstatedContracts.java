// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.util.Collection;
import java.util.List;
import org.semel.internal.boot.config.destination.ContractKeys;
import org.semel.internal.relay.DestinationPolicy.Transfer;

/**
 * Destinations of which nobody has said what their providers do with keys.
 *
 * @param sections of the configuration
 */
public record UnstatedContracts(ConfigSections sections, Settings settings) {

  /**
   * Those of them of which one unclear answer parks an intent; what a queue takes is never unclear.
   */
  public List<String> among(Collection<String> unasked) {
    return unasked.stream().filter(this::isUnstated).toList();
  }

  private boolean isUnstated(String destination) {
    return settings.destination(destination).dispatch().transfer() == Transfer.LEASE
        && sections.of("destination", destination).find(ContractKeys.KEYS).isEmpty();
  }
}
