// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The meaning of a consumer's name. Identities are scoped by that name, so that another application
 * that uses it would meet identities that are not its own.
 *
 * @param consumer its name
 * @param application whose it is
 * @param broker the policy's name for the broker where its messages come from; blank if it gives
 *     none
 * @param queue the queue there
 * @param memory by what a message that comes again is known
 * @param count by what versions are counted; empty if none ever were
 */
public record Registration(
    String consumer,
    String application,
    String broker,
    String queue,
    IdentityPolicy memory,
    Optional<VersionCount> count) {

  /**
   * The rules by which a message that comes again is known.
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

  /**
   * The rules by which versions are counted: a version is known by its number, under the name of
   * its aggregate.
   *
   * @param aggregate the rule for that name, as the policy writes it
   * @param version the rule for that number, likewise
   */
  public record VersionCount(String aggregate, String version) {

    @Override
    public String toString() {
      return "aggregate=" + aggregate + ", version=" + version;
    }
  }

  /**
   * The same; if it counts no versions itself, it keeps the count of {@code standing}, by which
   * earlier versions are known.
   */
  Registration after(Registration standing) {
    return new Registration(
        consumer, application, broker, queue, memory, count.isPresent() ? count : standing.count);
  }

  /** The same with another memory. */
  Registration remembering(IdentityPolicy other) {
    return new Registration(consumer, application, broker, queue, other, count);
  }

  /** The same, with versions counted as {@code other} does. */
  Registration counting(Registration other) {
    return new Registration(consumer, application, broker, queue, memory, other.count);
  }

  /** The count of versions here, if {@code other} counts them by something else. */
  Optional<VersionCount> unlike(Registration other) {
    return count.filter(here -> other.count.isPresent() && !here.equals(other.count.get()));
  }

  /** Whether what took effect is known by the same rules as under {@code other}. */
  boolean knowsAs(Registration other) {
    return memory.equals(other.memory) && count.equals(other.count);
  }

  /** Whether the messages come from the same place as those of {@code other}. */
  boolean receivesAs(Registration other) {
    return broker.equals(other.broker) && queue.equals(other.queue);
  }

  /** The settings in which {@code other} differs, each as a user would write it. */
  public List<String> differences(Registration other) {
    List<String> differences = new ArrayList<>();
    compare("application", application, other.application, differences);
    compare("broker", broker, other.broker, differences);
    compare("queue", queue, other.queue, differences);
    compare("identity", memory.identity, other.memory.identity, differences);
    compare("strategy", memory.strategy, other.memory.strategy, differences);
    compare("identity-time", memory.time, other.memory.time, differences);
    unlike(other)
        .ifPresent(
            here -> {
              VersionCount there = other.count.orElseThrow();
              compare("aggregate", here.aggregate, there.aggregate, differences);
              compare("version", here.version, there.version, differences);
            });
    return differences;
  }

  private static void compare(String what, String here, String there, List<String> differences) {
    if (!here.equals(there)) {
      differences.add(what + "=" + orNone(here) + " instead of " + orNone(there));
    }
  }

  private static String orNone(String value) {
    return value.isEmpty() ? "none" : value;
  }
}
