// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.registry;

import java.util.ArrayList;
import java.util.List;

/**
 * What a consumer's name stands for. Identities are scoped by that name, so that another
 * application that uses it would meet identities that are not its own.
 *
 * @param consumer its name
 * @param application whose it is
 * @param queue where its messages come from
 * @param memory by what a message that comes again is known
 */
public record Registration(
    String consumer, String application, String queue, IdentityPolicy memory) {

  /**
   * By what a message that comes again is known.
   *
   * @param identity the identity rule, as the policy writes it
   * @param strategy the strategy's name
   * @param time the name of the rule for the identity's time
   */
  public record IdentityPolicy(String identity, String strategy, String time) {

    @Override
    public String toString() {
      return "identity=" + identity + ", strategy=" + strategy + ", identity-time=" + time;
    }
  }

  /** In what {@code other} differs, each as a user would write it. */
  public List<String> differences(Registration other) {
    List<String> differences = new ArrayList<>();
    compare("application", application, other.application, differences);
    compare("queue", queue, other.queue, differences);
    compare("identity", memory.identity, other.memory.identity, differences);
    compare("strategy", memory.strategy, other.memory.strategy, differences);
    compare("identity-time", memory.time, other.memory.time, differences);
    return differences;
  }

  private static void compare(String what, String here, String there, List<String> differences) {
    if (!here.equals(there)) {
      differences.add(what + "=" + here + " instead of " + there);
    }
  }
}
