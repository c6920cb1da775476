// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.desk.watch.log.OperatorLog;
import org.semel.internal.engine.receive.proof.ProofResult;
import org.semel.internal.engine.receive.proof.Refusal;

/**
 * Permits a classic route to receive after its proof. The first caller runs the proof. Safe for any
 * thread.
 */
final class ClassicPermit {

  private final String route;
  private final Supplier<ProofResult> proof;
  private volatile boolean proven;

  ClassicPermit(String route, Supplier<ProofResult> proof, boolean proven) {
    this.route = route;
    this.proof = proof;
    this.proven = proven;
  }

  /**
   * Returns if the proof has passed.
   *
   * @throws SemelException if it cannot run yet, or has refused
   */
  void demand() {
    if (!proven) {
      make();
    }
  }

  private synchronized void make() {
    if (proven) {
      return;
    }
    ProofResult verdict = proof.get();
    if (verdict instanceof ProofResult.Unproven unproven) {
      throw new SemelException(
          Code.PROOF_WAITS,
          "Route " + route + " receives nothing until its transactions are proven.",
          unproven.cause());
    }
    if (verdict instanceof ProofResult.Refused refused) {
      throw new SemelException(
          Code.CONSUMER_REFUSED,
          "Route "
              + route
              + " receives nothing, so that no message is lost or doubled: "
              + refused.refusals().stream()
                  .map(Refusal::toString)
                  .collect(Collectors.joining(" ")));
    }
    proven = true;
    OperatorLog.info(
        Code.CONSUMER_STARTED, "Route %s receives; its transactions are proven.", route);
  }
}
