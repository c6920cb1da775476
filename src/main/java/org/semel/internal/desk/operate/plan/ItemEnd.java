// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.plan;

import org.semel.operations.ReleaseResult;

/**
 * The end of one message or intent of a plan. The names stand in the database: never rename one.
 */
public enum ItemEnd {
  /** It took effect. */
  TOOK_EFFECT,
  /**
   * It was stored, and waits for the versions before its own, which the same plan may hand in after
   * it. What becomes of it is no longer the plan's.
   */
  HELD,
  /** It had taken effect before. */
  ABSORBED,
  /** It would be parked again, as a conflict is. */
  REFUSED,
  /**
   * Its route failed, or it was busy for long; it still waits. Or it was an intent, or was stored,
   * and was parked again, or is not at its end yet.
   */
  FAILED,
  /**
   * It was released, withdrawn or changed before the plan came to it, or forgotten before its end
   * was seen.
   */
  GONE,
  /** It was an intent, and is withdrawn or written down as delivered, as the plan says. */
  SETTLED;

  /** Whether it counts towards the share of errors. */
  public boolean isError() {
    return this == REFUSED || this == FAILED;
  }

  /**
   * What a release means for the plan; only of one that came to an end, as one that is stored has
   * not.
   */
  static ItemEnd of(ReleaseResult release) {
    if (release instanceof ReleaseResult.TookEffect) {
      return TOOK_EFFECT;
    }
    if (release instanceof ReleaseResult.Absorbed) {
      return ABSORBED;
    }
    if (release instanceof ReleaseResult.Failed) {
      return FAILED;
    }
    return release instanceof ReleaseResult.AlreadySettled
            || release instanceof ReleaseResult.Changed
            || release instanceof ReleaseResult.NotFound
        ? GONE
        : REFUSED;
  }
}
