// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

/** What the producers have sent, as the broker has confirmed it. Safe for all threads. */
final class Sent {

  private long messages;
  private long first;
  private long last;

  /** One begins to send. */
  synchronized void begin() {
    if (first == 0) {
      first = System.nanoTime();
      last = first;
    }
  }

  /** The broker has so many more on disk. */
  synchronized void confirm(int more) {
    messages += more;
    last = System.nanoTime();
  }

  synchronized long messages() {
    return messages;
  }

  /** When the first was sent, by {@link System#nanoTime()}; now, if none was. */
  synchronized long start() {
    return first == 0 ? System.nanoTime() : first;
  }

  /** From the first send to the broker's latest confirmation. */
  synchronized long nanos() {
    return last - first;
  }

  synchronized long perSecond() {
    return Look.perSecond(messages, last - first);
  }
}
