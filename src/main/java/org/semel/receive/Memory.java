// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import org.semel.inbox.Attempts;
import org.semel.inbox.Bodies;
import org.semel.inbox.Inbox;
import org.semel.inbox.Parking;
import org.semel.intent.Intents;

/**
 * All that a receiver remembers by; every part joins its transaction.
 *
 * @param inbox claims
 * @param attempts failures
 * @param parking what waits for a person
 * @param intents effects still to happen
 * @param bodies what took effect, where the policy keeps it
 */
public record Memory(
    Inbox inbox, Attempts attempts, Parking parking, Intents intents, Bodies bodies) {

  /** A memory that keeps no bodies. */
  public Memory(Inbox inbox, Attempts attempts, Parking parking, Intents intents) {
    this(inbox, attempts, parking, intents, Bodies.NONE);
  }

  /** The same, but {@code other} keeps what waits for a person. */
  Memory parkingBy(Parking other) {
    return new Memory(inbox, attempts, other, intents, bodies);
  }
}
