// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.loop;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.semel.internal.intent.Destination;

/** A bell for each destination. In this process only: relays of other nodes poll. */
public final class WakeUps {

  private final Map<Destination, WakeUp> bells = new ConcurrentHashMap<>();

  public WakeUp of(Destination destination) {
    return bells.computeIfAbsent(destination, absent -> new WakeUp());
  }
}
