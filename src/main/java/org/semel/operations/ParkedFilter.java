// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import org.semel.message.ParkingReason;

/**
 * Selects parked messages or intents; all conditions must hold. Begins with {@link #ALL}.
 *
 * @param reason the name of the reason
 * @param group see {@link ParkedCase.Cause#group}; of an intent its last answer, see {@link
 *     IntentActs.IntentGroup#group}
 * @param text occurs literally in the failure: its class, its message, or a part of either; upper
 *     and lower case count
 * @param parked when they were parked
 * @param keys of identities; of an intent that of its cause; empty for any
 * @param messageId the broker's {@code JMSMessageID}; an intent has none
 */
public record ParkedFilter(
    Optional<String> reason,
    Optional<String> group,
    Optional<String> text,
    Period parked,
    Set<String> keys,
    Optional<String> messageId) {

  /** All that is parked. */
  public static final ParkedFilter ALL =
      new ParkedFilter(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Period.EVER,
          Set.of(),
          Optional.empty());

  public ParkedFilter {
    keys = Set.copyOf(keys);
  }

  /**
   * A time, by the database's clock.
   *
   * @param since then or later
   * @param until before then
   */
  public record Period(Optional<Instant> since, Optional<Instant> until) {

    /** At any time. */
    public static final Period EVER = new Period(Optional.empty(), Optional.empty());
  }

  /** Only messages parked for this reason. */
  public ParkedFilter because(ParkingReason why) {
    return new ParkedFilter(Optional.of(why.name()), group, text, parked, keys, messageId);
  }

  /** Only intents parked for this reason. */
  public ParkedFilter because(IntentRecord.Reason why) {
    return new ParkedFilter(Optional.of(why.name()), group, text, parked, keys, messageId);
  }

  /**
   * Only messages whose failure is of this group, or intents with this last answer.
   *
   * @param whole as {@link ParkedActs#groups} or {@link IntentActs#groups} lists it
   */
  public ParkedFilter ofGroup(String whole) {
    return new ParkedFilter(reason, Optional.of(whole), text, parked, keys, messageId);
  }

  /**
   * Only those whose failure contains {@code part}, such as {@code IllegalStateException: no
   * credit}.
   */
  public ParkedFilter saying(String part) {
    return new ParkedFilter(reason, group, Optional.of(part), parked, keys, messageId);
  }

  /** Only those parked then or later. */
  public ParkedFilter since(Instant first) {
    return within(new Period(Optional.of(first), parked.until()));
  }

  /** Only those parked before. */
  public ParkedFilter until(Instant end) {
    return within(new Period(parked.since(), Optional.of(end)));
  }

  /** Only those parked in this time. */
  private ParkedFilter within(Period period) {
    return new ParkedFilter(reason, group, text, period, keys, messageId);
  }

  /** Only those of identities with these keys. */
  public ParkedFilter keys(Collection<String> some) {
    return new ParkedFilter(reason, group, text, parked, Set.copyOf(some), messageId);
  }

  /** Only the message that came with this {@code JMSMessageID}. */
  public ParkedFilter messageId(String id) {
    return new ParkedFilter(reason, group, text, parked, keys, Optional.of(id));
  }

  /**
   * Checks that this filter can select intents.
   *
   * @throws IllegalArgumentException if it names a message
   */
  public void requireIntents() {
    if (messageId.isPresent()) {
      throw new IllegalArgumentException(
          "an intent has no JMSMessageID; name the key of its cause");
    }
  }
}
