// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.proof;

import java.util.List;
import org.semel.internal.tx.Faults;

/** What the start-up proof came to. */
public sealed interface ProofResult {

  /** The consumer may receive. */
  record Proven() implements ProofResult {}

  /**
   * The consumer must not receive.
   *
   * @param refusals all that was found, at least one
   */
  record Refused(List<Refusal> refusals) implements ProofResult {}

  /**
   * Broker or database is away; nothing can be said yet.
   *
   * @param cause what could not be reached
   */
  record Unavailable(Throwable cause) implements ProofResult {}

  /**
   * Of something that could not be done: what is away may come back; anything else will be the same
   * next time.
   *
   * @param lasting what is said of anything else
   */
  static ProofResult of(Throwable obstacle, Faults faults, Refusal lasting) {
    return faults.ofAll(obstacle).passes()
        ? new Unavailable(obstacle)
        : new Refused(List.of(lasting));
  }
}
