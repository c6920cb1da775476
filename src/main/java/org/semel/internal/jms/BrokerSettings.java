// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.jms;

import org.semel.internal.proof.Setting;

/** Reads the broker's settings, if this server can see them. */
@FunctionalInterface
public interface BrokerSettings {

  /** The settings for this queue. */
  Setting<AddressSettings> of(String queue);
}
