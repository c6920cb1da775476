// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.proof;

import java.util.List;
import org.semel.internal.engine.tx.Faults;

/** The result of the start-up proof. */
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
  record Unproven(Throwable cause) implements ProofResult {}

  /**
   * The result after a failure: a transient fault leaves the proof open; any other fault refuses
   * it.
   *
   * @param lasting the refusal for a permanent fault
   */
  static ProofResult of(Throwable obstacle, Faults faults, Refusal lasting) {
    return faults.ofAll(obstacle).passes() ? new Unproven(obstacle) : new Refused(List.of(lasting));
  }
}
