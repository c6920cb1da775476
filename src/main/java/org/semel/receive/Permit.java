// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import java.util.function.Supplier;
import org.semel.receive.proof.Verdict;

/**
 * The leave to receive, granted once the start-up proof has been made. Asked by every worker before
 * every pass, so the answer is remembered; while broker or database is away it is asked for again,
 * by one worker at a time.
 */
final class Permit {

  private final Supplier<Verdict> proof;
  private final Runnable granted;
  private volatile Verdict latest = new Verdict.Unavailable(new IllegalStateException("not asked"));

  /**
   * A permit that is not granted yet.
   *
   * @param granted is told, once
   */
  Permit(Supplier<Verdict> proof, Runnable granted) {
    this.proof = proof;
    this.granted = granted;
  }

  Verdict ask() {
    return latest instanceof Verdict.Unavailable ? prove() : latest;
  }

  private synchronized Verdict prove() {
    if (latest instanceof Verdict.Unavailable) {
      latest = proof.get();
      if (latest instanceof Verdict.Proven) {
        granted.run();
      }
    }
    return latest;
  }
}
