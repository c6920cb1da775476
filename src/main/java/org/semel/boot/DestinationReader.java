// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import java.time.Duration;
import org.semel.Backoff;
import org.semel.intent.Destination;
import org.semel.relay.Contract;
import org.semel.relay.DestinationPolicy;
import org.semel.relay.DestinationPolicy.Endurance;
import org.semel.relay.DestinationPolicy.Pace;

/** Reads the policy of one destination, and checks what lies between its keys. */
final class DestinationReader {

  private final Section section;

  DestinationReader(Section section) {
    this.section = section;
  }

  DestinationPolicy read(String name) {
    return new DestinationPolicy(
        new Destination(name),
        section.read(DestinationKeys.HEADERS),
        new Pace(
            section.read(DestinationKeys.CONCURRENCY),
            section.read(DestinationKeys.BATCH),
            section.read(DestinationKeys.LEASE),
            section.read(DestinationKeys.POLL)),
        new Endurance(section.read(DestinationKeys.ATTEMPTS), backoff()),
        new Contract(section.read(DestinationKeys.KEYS), section.read(DestinationKeys.KEY_LIFE)));
  }

  private Backoff backoff() {
    Duration first = section.read(DestinationKeys.BACKOFF_FIRST);
    Duration most = section.read(DestinationKeys.BACKOFF_MOST);
    if (most.compareTo(first) < 0) {
      section.fault(
          DestinationKeys.BACKOFF_MOST, "must be at least " + DestinationKeys.BACKOFF_FIRST.name());
      return new Backoff(first, first);
    }
    return new Backoff(first, most);
  }
}
