// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.proof;

import java.io.Serial;

/**
 * Something threw while a proof was being made, so that nothing can be said about the transaction
 * itself.
 */
final class ProofInterrupted extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final Throwable what;

  ProofInterrupted(Throwable what) {
    super(what);
    this.what = what;
  }

  Throwable what() {
    return what;
  }
}
