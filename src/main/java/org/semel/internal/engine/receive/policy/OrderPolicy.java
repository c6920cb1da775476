// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.policy;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.receive.identity.Identification;
import org.semel.internal.engine.receive.identity.Identification.Identified;
import org.semel.internal.engine.receive.identity.Identification.Unidentifiable;
import org.semel.internal.engine.receive.identity.IdentityRule;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.ParkingReason;

/**
 * The policy by which a consumer keeps the versions of an aggregate in order.
 *
 * @param rules the two rules as the policy writes them
 * @param aggregate finds the aggregate's key in a message
 * @param version finds the version, a number
 * @param first the version that a new aggregate begins with
 * @param patience what happens while something does not come or does not go well
 */
public record OrderPolicy(
    PlaceRules rules, IdentityRule aggregate, IdentityRule version, long first, Patience patience) {

  private static final String NUMBER = "[0-9]{1,18}";

  /**
   * The rules that find the place of a message, as a policy writes them.
   *
   * @param aggregate the rule that finds the aggregate's key
   * @param version the rule that finds the version
   */
  public record PlaceRules(String aggregate, String version) {}

  /**
   * The patience with what does not come or does not go well.
   *
   * @param gap how long a version may be missing before a person is told
   * @param poll how long to sleep when no version is released
   * @param retry the wait after a released message has failed
   */
  public record Patience(Duration gap, Duration poll, Backoff retry) {}

  /**
   * {@code rule}, for messages that have a place in an aggregate; others cannot be identified
   * either.
   */
  public IdentityRule demanded(IdentityRule rule) {
    return message -> {
      if (aggregate.identify(message) instanceof Unidentifiable none) {
        return none;
      }
      Identification found = version.identify(message);
      if (found instanceof Identified number && !number.key().matches(NUMBER)) {
        return new Unidentifiable(
            ParkingReason.IDENTITY_INVALID, "the aggregate's version is no number");
      }
      return found instanceof Unidentifiable ? found : rule.identify(message);
    };
  }

  /** The aggregate that a message names, if it names one. */
  public Optional<Identity> aggregate(String consumer, Message message) {
    return aggregate.identify(message) instanceof Identified identified
        ? Optional.of(new Identity(consumer, identified.key()))
        : Optional.empty();
  }

  /** The version of any message, if it has a number that can be one. */
  public OptionalLong numbered(Message message) {
    return version.identify(message) instanceof Identified number && number.key().matches(NUMBER)
        ? OptionalLong.of(Long.parseLong(number.key()))
        : OptionalLong.empty();
  }

  /** The version of a message that {@link #demanded} has let pass. */
  public long version(Message message) {
    if (version.identify(message) instanceof Identified identified) {
      return Long.parseLong(identified.key());
    }
    throw new IllegalStateException("a message without a version was let pass");
  }
}
