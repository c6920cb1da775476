// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import org.semel.internal.engine.receive.proof.Setting;

/** Reads the broker's settings, if this server can see them. */
@FunctionalInterface
public interface BrokerSettings {

  /** The settings for this queue. */
  Setting<AddressSettings> of(String queue);
}
