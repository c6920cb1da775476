// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.semel.internal.engine.loop.WakeUp;

/** The wake-up of each destination's relay. In this process only: relays of other nodes poll. */
public final class WakeUps {

  private final Map<Destination, WakeUp> wakeUps = new ConcurrentHashMap<>();

  public WakeUp of(Destination destination) {
    return wakeUps.computeIfAbsent(destination, absent -> new WakeUp());
  }
}
