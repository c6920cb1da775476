// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.jms;

import org.semel.internal.proof.Setting;

/** Looks up the broker's settings, where something here can see them. */
@FunctionalInterface
public interface BrokerSettings {

  /** The settings for this queue. */
  Setting<AddressSettings> of(String queue);
}
