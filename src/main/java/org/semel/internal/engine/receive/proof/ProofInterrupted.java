// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.proof;

import java.io.Serial;
import org.semel.internal.engine.tx.Cause;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.During;
import org.semel.internal.engine.tx.Faults;

/**
 * A transaction of the proof did not end as it should, so that nothing can be said about the
 * set-up.
 */
final class ProofInterrupted extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final Throwable what;
  private final boolean atItsEnd;

  private ProofInterrupted(Throwable what, boolean atItsEnd) {
    super(what);
    this.what = what;
    this.atItsEnd = atItsEnd;
  }

  /** The value that the work left, if the transaction ended as the work decided. */
  static <T> T unlessEnded(Completion<T> completion) throws ProofInterrupted {
    return completion.orElseThrow(
        cause ->
            new ProofInterrupted(
                cause,
                completion
                    .rolledBack()
                    .map(undone -> undone.during() == During.COMMIT)
                    .orElse(true)));
  }

  Throwable what() {
    return what;
  }

  /**
   * Whether another proof may end. A resource that goes away when its transaction ends often leaves
   * no reason that an adapter knows: the transaction manager tells no more than that it could not
   * commit (Jakarta Transactions 2.0, section 3.2.3).
   */
  boolean mayPass(Faults faults) {
    Cause cause = faults.ofAll(what);
    return cause.passes() || (atItsEnd && cause == Cause.UNNAMED);
  }
}
