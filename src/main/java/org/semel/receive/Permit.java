// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.semel.Code;
import org.semel.receive.proof.Verdict;

/**
 * The leave to receive, granted once the start-up proof has been made. Asked by every worker before
 * every pass, so the answer is remembered; while broker or database is away it is asked for again,
 * by one worker at a time.
 */
final class Permit {

  private final Supplier<Verdict> proof;
  private final Runnable granted;
  private final Rest rest;
  private volatile Verdict latest = new Verdict.Unavailable(new IllegalStateException("not asked"));
  private long asked;

  /**
   * How long a broker that refuses the login is left in peace, whoever of the workers asks: each
   * try may count towards locking the user out.
   *
   * @param nanos a clock that never runs backwards
   */
  record Rest(Duration pause, LongSupplier nanos) {}

  /**
   * A permit that is not granted yet.
   *
   * @param granted is told, once
   */
  Permit(Supplier<Verdict> proof, Runnable granted, Rest rest) {
    this.proof = proof;
    this.granted = granted;
    this.rest = rest;
  }

  Verdict ask() {
    return latest instanceof Verdict.Unavailable ? prove() : latest;
  }

  private synchronized Verdict prove() {
    if (latest instanceof Verdict.Unavailable waiting && isDue(waiting)) {
      latest = proof.get();
      asked = rest.nanos().getAsLong();
      if (latest instanceof Verdict.Proven) {
        granted.run();
      }
    }
    return latest;
  }

  private boolean isDue(Verdict.Unavailable waiting) {
    return !Code.LOGIN_REFUSED.isIn(waiting.cause())
        || rest.nanos().getAsLong() - asked >= rest.pause().toNanos();
  }
}
