// SPDX-License-Identifier: Apache-2.0
package org.semel.jms;

/** Looks up the broker's settings, where something here can see them. */
@FunctionalInterface
public interface BrokerSettings {

  /** The settings for this queue. */
  Sight of(String queue);

  /** What can be seen of a broker's settings. */
  sealed interface Sight {

    /** They are these. */
    record Seen(AddressSettings settings) implements Sight {}

    /** The broker is not one that can be looked into from here. */
    record Hidden() implements Sight {}

    /** The server is still starting and does not show them before it has. */
    record NotYet() implements Sight {}
  }
}
