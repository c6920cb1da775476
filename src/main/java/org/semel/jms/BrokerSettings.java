// SPDX-License-Identifier: Apache-2.0
package org.semel.jms;

import java.util.Optional;

/** Looks up the broker's settings, where something here can see them. */
@FunctionalInterface
public interface BrokerSettings {

  /**
   * The settings for this queue; empty if the broker is not one that can be looked into from here.
   */
  Optional<AddressSettings> of(String queue);

  /** Sees nothing. */
  static BrokerSettings unseen() {
    return queue -> Optional.empty();
  }
}
