// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

import java.util.Optional;
import org.semel.message.Reason;

/**
 * Which messages a plan is to replay.
 *
 * @param consumer whose
 * @param source where they stand
 * @param reason of parked ones only those parked for this; empty for all
 * @param most 1 to 100000 of them, the oldest first
 * @param after only those of a higher number; 0 for all
 */
public record Selection(
    String consumer, Source source, Optional<Reason> reason, int most, long after) {

  private static final int MOST = 100_000;

  public Selection {
    if (most < 1 || most > MOST) {
      throw new IllegalArgumentException("a plan has 1 to " + MOST + " messages");
    }
  }

  /** Parked messages, for whatever reason. */
  public static Selection parked(String consumer, int most) {
    return new Selection(consumer, Source.PARKED, Optional.empty(), most, 0);
  }

  /** Parked messages, for this reason. */
  public static Selection parked(String consumer, Reason reason, int most) {
    return new Selection(consumer, Source.PARKED, Optional.of(reason), most, 0);
  }

  /** Messages that took effect and were kept. */
  public static Selection kept(String consumer, int most) {
    return new Selection(consumer, Source.KEPT, Optional.empty(), most, 0);
  }

  /**
   * Those that lie behind a plan made before: whose numbers are higher.
   *
   * @param number of the last message of that plan; see {@link PlanActs#last}
   */
  public Selection beyond(long number) {
    return new Selection(consumer, source, reason, most, number);
  }
}
