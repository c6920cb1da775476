// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The stages of a stored message (protocol {@code store-first}), and where it may go from each. The
 * names stand in the database: never rename one.
 */
public enum InboxStage {
  /** Stored and acknowledged; no one works on it. */
  RECEIVED,
  /** A worker holds it under a lease. */
  IN_PROGRESS,
  /**
   * It took effect, or was handed on to wait for its version. The last stage, but for the latter.
   */
  COMPLETED,
  /** Its route failed; it is tried again when it is due. */
  FAILED_RETRYABLE,
  /** Its route failed for good, or a person set it aside; the next worker parks it. */
  FAILED_TERMINAL,
  /** It waits for a person, in the table of parked messages. */
  PARKED;

  private static final Map<InboxStage, Set<InboxStage>> NEXT =
      Map.of(
          RECEIVED, EnumSet.of(IN_PROGRESS, FAILED_TERMINAL),
          IN_PROGRESS,
              EnumSet.of(IN_PROGRESS, RECEIVED, COMPLETED, FAILED_RETRYABLE, FAILED_TERMINAL),
          COMPLETED, EnumSet.of(PARKED),
          FAILED_RETRYABLE, EnumSet.of(IN_PROGRESS, FAILED_TERMINAL),
          FAILED_TERMINAL, EnumSet.of(PARKED),
          PARKED, EnumSet.of(RECEIVED));

  /**
   * Whether a message may go from here to {@code next}. From {@code IN_PROGRESS} to itself it goes
   * when another worker takes over; back to {@code RECEIVED} when a worker gives it back, or a
   * person releases it; from {@code COMPLETED} to {@code PARKED} when it cannot take effect at its
   * version's turn.
   */
  public boolean mayBecome(InboxStage next) {
    return NEXT.getOrDefault(this, Set.of()).contains(next);
  }

  /** All that is allowed, each as {@code FROM>TO}. */
  public static List<String> steps() {
    return Arrays.stream(values())
        .flatMap(
            from -> Arrays.stream(values()).filter(from::mayBecome).map(next -> from + ">" + next))
        .toList();
  }
}
