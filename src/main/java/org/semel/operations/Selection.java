// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import org.semel.message.ParkingReason;
import org.semel.operations.IntentActs.IntentFilter;
import org.semel.operations.KeptActs.KeptFilter;

/**
 * The messages or intents of a plan.
 *
 * @param consumer whose messages; of intents {@code intent:} and the name of their destination
 * @param source where they stand, and what becomes of them
 * @param which filters what is parked; does not apply to kept messages
 * @param kept filters what is kept; does not apply to what is parked
 * @param most 1 to 100000 of them, the oldest first
 * @param after only those of a higher number; 0 for all
 */
public record Selection(
    String consumer,
    Plan.Source source,
    ParkedFilter which,
    KeptFilter kept,
    int most,
    long after) {

  private static final int MOST = 100_000;

  public Selection {
    if (most < 1 || most > MOST) {
      throw new IllegalArgumentException("a plan has 1 to " + MOST + " messages or intents");
    }
    if (source == Plan.Source.KEPT && !which.equals(ParkedFilter.ALL)) {
      throw new IllegalArgumentException(
          "kept messages have no reason and no failure to be chosen by");
    }
    if (source != Plan.Source.KEPT && !kept.equals(KeptFilter.ALL)) {
      throw new IllegalArgumentException(
          "only of kept messages a plan ends at a number, or is of one type");
    }
    if (source.isOfIntents()) {
      which.requireIntents();
      requireNoNumber(after);
    }
    if (source == Plan.Source.RETRY_PENDING_INTENTS
        || source == Plan.Source.WITHDRAW_PENDING_INTENTS) {
      requireAnswerOnly(which);
    }
  }

  /** The same of those up to a number; {@link Long#MAX_VALUE} for all of what is parked. */
  public Selection(
      String consumer, Plan.Source source, ParkedFilter which, int most, long after, long upTo) {
    this(consumer, source, which, KeptFilter.ALL.upTo(upTo), most, after);
  }

  private static void requireAnswerOnly(ParkedFilter which) {
    if (which.reason().isPresent() || which.text().isPresent()) {
      throw new IllegalArgumentException(
          "an intent that is pending has no reason; it is chosen by its whole last answer");
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
    return of(consumer, Plan.Source.PARKED, which, most);
  }

  /** Messages that took effect and were kept. */
  public static Selection kept(String consumer, int most) {
    return kept(consumer, KeptFilter.ALL, most);
  }

  /** Messages that took effect and were kept, and that match {@code which}. */
  public static Selection kept(String consumer, KeptFilter which, int most) {
    return new Selection(consumer, Plan.Source.KEPT, ParkedFilter.ALL, which, most, 0);
  }

  /**
   * Those after an earlier plan: with higher numbers.
   *
   * @param number of the last message of that plan; see {@link PlanActs#last}
   * @throws IllegalArgumentException if it is about intents: what a plan has settled is no longer
   *     parked
   */
  public Selection beyond(long number) {
    return new Selection(consumer, source, which, kept, most, number);
  }

  /**
   * Only those kept by then, so that no later effect is part of it.
   *
   * @param number of the last; see {@link KeptActs#last}
   * @throws IllegalArgumentException if it is not about kept messages
   */
  public Selection upTo(long number) {
    return new Selection(consumer, source, which, kept.upTo(number), most, after);
  }

  /** Parked intents that are to be sent again, whatever became of earlier attempts. */
  public static Selection retryIntents(String destination, ParkedFilter which, int most) {
    return of(owner(destination), Plan.Source.RETRY_INTENTS, which, most);
  }

  /** Parked intents that shall not take effect. */
  public static Selection withdrawIntents(String destination, ParkedFilter which, int most) {
    return of(owner(destination), Plan.Source.WITHDRAW_INTENTS, which, most);
  }

  /**
   * Parked intents that took effect, as the operator knows from elsewhere. The number of the plan,
   * and why it was made, stand as the provider's reference.
   */
  public static Selection deliveredIntents(String destination, ParkedFilter which, int most) {
    return of(owner(destination), Plan.Source.DELIVER_INTENTS, which, most);
  }

  /**
   * Intents that wait for their next attempt and are to be sent now, as after an outage.
   *
   * @param which names no reason, and no part of an answer; its time is when they were recorded
   */
  public static Selection retryPendingIntents(String destination, ParkedFilter which, int most) {
    return of(owner(destination), Plan.Source.RETRY_PENDING_INTENTS, which, most);
  }

  /** Intents that wait for their next attempt and shall not take effect; {@code which} likewise. */
  public static Selection withdrawPendingIntents(String destination, ParkedFilter which, int most) {
    return of(owner(destination), Plan.Source.WITHDRAW_PENDING_INTENTS, which, most);
  }

  private static Selection of(String consumer, Plan.Source source, ParkedFilter which, int most) {
    return new Selection(consumer, source, which, KeptFilter.ALL, most, 0);
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

  /** The filter of a selection of pending intents; their time is when they were recorded. */
  public IntentFilter pending() {
    return new IntentFilter(
        IntentState.PENDING, false, which.group(), which.parked(), which.keys());
  }

  /** The owner of plans over a destination's intents; no consumer has such a name. */
  public static String owner(String destination) {
    return Plan.OF_INTENTS + destination;
  }
}
