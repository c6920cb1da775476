// SPDX-License-Identifier: Apache-2.0
package org.semel.relay;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.semel.intent.Destination;

/** A bell for each destination. In this process only: relays of other nodes poll. */
public final class Bells {

  private final Map<Destination, Bell> bells = new ConcurrentHashMap<>();

  public Bell of(Destination destination) {
    return bells.computeIfAbsent(destination, absent -> new Bell());
  }
}
