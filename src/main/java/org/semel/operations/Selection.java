// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import org.semel.message.ParkingReason;

/**
 * The messages or intents of a plan.
 *
 * @param consumer whose messages; of intents {@code intent:} and the name of their destination
 * @param source where they stand, and what becomes of them
 * @param which filters what is parked; does not apply to kept messages
 * @param most 1 to 100000 of them, the oldest first
 * @param after only those of a higher number; 0 for all
 * @param upTo only those of no higher number; applies to kept messages only
 */
public record Selection(
    String consumer, Plan.Source source, ParkedFilter which, int most, long after, long upTo) {

  private static final int MOST = 100_000;

  public Selection {
    if (most < 1 || most > MOST) {
      throw new IllegalArgumentException("a plan has 1 to " + MOST + " messages or intents");
    }
    if (source == Plan.Source.KEPT && !which.equals(ParkedFilter.ALL)) {
      throw new IllegalArgumentException("of kept messages a plan takes the oldest, whichever");
    }
    if (source != Plan.Source.KEPT && upTo != Long.MAX_VALUE) {
      throw new IllegalArgumentException("only of kept messages a plan ends at a number");
    }
    if (source.isOfIntents()) {
      which.requireIntents();
      requireNoNumber(after);
    }
  }

  private static void requireNoNumber(long after) {
    if (after != 0) {
      throw new IllegalArgumentException("intents have no numbers");
    }
  }

  /** Parked messages, for whatever reason. */
  public static Selection parked(String consumer, int most) {
    return parked(consumer, ParkedFilter.ALL, most);
  }

  /** Parked messages, for this reason. */
  public static Selection parked(String consumer, ParkingReason reason, int most) {
    return parked(consumer, ParkedFilter.ALL.because(reason), most);
  }

  /** Parked messages that match {@code which}. */
  public static Selection parked(String consumer, ParkedFilter which, int most) {
    return new Selection(consumer, Plan.Source.PARKED, which, most, 0, Long.MAX_VALUE);
  }

  /** Messages that took effect and were kept. */
  public static Selection kept(String consumer, int most) {
    return new Selection(consumer, Plan.Source.KEPT, ParkedFilter.ALL, most, 0, Long.MAX_VALUE);
  }

  /**
   * Those after an earlier plan: with higher numbers.
   *
   * @param number of the last message of that plan; see {@link PlanActs#last}
   * @throws IllegalArgumentException if it is about intents: what a plan has settled is no longer
   *     parked
   */
  public Selection beyond(long number) {
    return new Selection(consumer, source, which, most, number, upTo);
  }

  /**
   * Only those kept by then, so that no later effect is part of it.
   *
   * @param number of the last; see {@link KeptActs#last}
   * @throws IllegalArgumentException if it is not about kept messages
   */
  public Selection upTo(long number) {
    return new Selection(consumer, source, which, most, after, number);
  }

  /** Parked intents that are to be sent again, whatever became of earlier attempts. */
  public static Selection retryIntents(String destination, ParkedFilter which, int most) {
    return new Selection(
        owner(destination), Plan.Source.RETRY_INTENTS, which, most, 0, Long.MAX_VALUE);
  }

  /** Parked intents that shall not take effect. */
  public static Selection withdrawIntents(String destination, ParkedFilter which, int most) {
    return new Selection(
        owner(destination), Plan.Source.WITHDRAW_INTENTS, which, most, 0, Long.MAX_VALUE);
  }

  /**
   * Parked intents that took effect, as the operator knows from elsewhere. The number of the plan,
   * and why it was made, stand as the provider's reference.
   */
  public static Selection deliveredIntents(String destination, ParkedFilter which, int most) {
    return new Selection(
        owner(destination), Plan.Source.DELIVER_INTENTS, which, most, 0, Long.MAX_VALUE);
  }

  /**
   * The destination of its intents.
   *
   * @throws IllegalArgumentException if it is about messages
   */
  public String destination() {
    if (!source.isOfIntents()) {
      throw new IllegalArgumentException("this selection is about messages");
    }
    return consumer.substring(Plan.OF_INTENTS.length());
  }

  /** The owner of plans over a destination's intents; no consumer has such a name. */
  public static String owner(String destination) {
    return Plan.OF_INTENTS + destination;
  }
}
