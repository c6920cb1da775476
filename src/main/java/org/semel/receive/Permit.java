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
  private volatile Verdict latest = new Verdict.Unavailable(new IllegalStateException("not asked"));

  Permit(Supplier<Verdict> proof) {
    this.proof = proof;
  }

  Verdict ask() {
    return latest instanceof Verdict.Unavailable ? prove() : latest;
  }

  private synchronized Verdict prove() {
    if (latest instanceof Verdict.Unavailable) {
      latest = proof.get();
    }
    return latest;
  }
}
