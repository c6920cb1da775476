// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

/**
 * How many messages a worker takes at once: as many as the policy allows, but half as many after a
 * transaction that overran its time, and more again, step by step, when all goes well. A worker's
 * own; not shared.
 */
final class Appetite {

  private final Portion whole;
  private int messages;

  Appetite(Portion whole) {
    this.whole = whole;
    this.messages = whole.messages();
  }

  Portion portion() {
    return whole.atMost(messages);
  }

  /** A transaction over {@code taken} messages overran. */
  void overran(int taken) {
    messages = Math.max(1, Math.min(messages, taken) / 2);
  }

  /** A transaction over {@code taken} messages went well. */
  void done(int taken) {
    if (taken >= messages && messages < whole.messages()) {
      messages++;
    }
  }
}
