// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.util.Collection;
import java.util.List;
import org.semel.internal.boot.config.destination.ContractKeys;
import org.semel.internal.engine.send.relay.DestinationPolicy.Transfer;

/**
 * Destinations whose configuration does not state what their providers do with keys.
 *
 * @param sections of the configuration
 */
public record UnstatedContracts(ConfigSections sections, Settings settings) {

  /** Those for which one unclear answer parks an intent. A queue never answers unclearly. */
  public List<String> among(Collection<String> unasked) {
    return unasked.stream().filter(this::isUnstated).toList();
  }

  private boolean isUnstated(String destination) {
    return settings.destination(destination).dispatch().transfer() == Transfer.LEASE
        && sections.of("destination", destination).find(ContractKeys.KEYS).isEmpty();
  }
}
