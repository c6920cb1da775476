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
 * @param text occurs literally in the failure: its class, its message, or a part of either; upper
 *     and lower case count
 * @param since parked then or later, by the database's clock
 * @param until parked before then
 * @param keys of identities; of an intent that of its cause; empty for any
 * @param messageId the broker's {@code JMSMessageID}; an intent has none
 */
public record ParkedFilter(
    Optional<String> reason,
    Optional<String> text,
    Optional<Instant> since,
    Optional<Instant> until,
    Set<String> keys,
    Optional<String> messageId) {

  /** All that is parked. */
  public static final ParkedFilter ALL =
      new ParkedFilter(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Set.of(),
          Optional.empty());

  public ParkedFilter {
    keys = Set.copyOf(keys);
  }

  /** Only messages parked for this reason. */
  public ParkedFilter because(ParkingReason why) {
    return new ParkedFilter(Optional.of(why.name()), text, since, until, keys, messageId);
  }

  /** Only intents parked for this reason. */
  public ParkedFilter because(IntentRecord.Reason why) {
    return new ParkedFilter(Optional.of(why.name()), text, since, until, keys, messageId);
  }

  /**
   * Only those whose failure contains {@code part}, such as {@code IllegalStateException: no
   * credit}.
   */
  public ParkedFilter saying(String part) {
    return new ParkedFilter(reason, Optional.of(part), since, until, keys, messageId);
  }

  /** Only those parked then or later. */
  public ParkedFilter since(Instant first) {
    return new ParkedFilter(reason, text, Optional.of(first), until, keys, messageId);
  }

  /** Only those parked before. */
  public ParkedFilter until(Instant end) {
    return new ParkedFilter(reason, text, since, Optional.of(end), keys, messageId);
  }

  /** Only those of identities with these keys. */
  public ParkedFilter keys(Collection<String> some) {
    return new ParkedFilter(reason, text, since, until, Set.copyOf(some), messageId);
  }

  /** Only the message that came with this {@code JMSMessageID}. */
  public ParkedFilter messageId(String id) {
    return new ParkedFilter(reason, text, since, until, keys, Optional.of(id));
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
