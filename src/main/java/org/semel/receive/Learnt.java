// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import java.util.List;

/**
 * What the workers of a consumer that do the same have learnt together. Safe for any thread.
 *
 * @param size how many messages to take at once
 * @param outage whether something that messages need is away
 */
record Learnt(BatchSize size, Outage outage) {

  /** Nothing yet. */
  static Learnt nothing(ConsumerPolicy policy) {
    return new Learnt(
        new BatchSize(policy.pace().batch(), policy.pace().transactionTimeout()),
        new Outage(
            policy.endurance().outages().stops(),
            policy.pace().waits().outage(),
            System::nanoTime));
  }

  /**
   * What to take next, of what the policy allows: after a stop more than one, to see whether others
   * are stopped as well.
   */
  Portion portion(Portion allowed) {
    return allowed.atMost(Math.max(size.portion().messages(), outage.worthTaking()));
  }

  /** These are what messages came to; those that are new to the consumer took effect. */
  void cameTo(List<Receipt> receipts) {
    outage.tookEffect((int) receipts.stream().filter(Learnt::isNew).count());
  }

  private static boolean isNew(Receipt receipt) {
    return receipt instanceof Receipt.Processed
        || receipt instanceof Receipt.Stored
        || receipt instanceof Receipt.Held;
  }
}
