// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

import java.io.Serial;
import org.semel.Code;
import org.semel.SemelException;

/** A memory cannot become the former one yet. Passes once the transactions are decided. */
public final class ClaimsUndecided extends SemelException {

  @Serial private static final long serialVersionUID = 1L;

  ClaimsUndecided(String consumer, int transactions) {
    super(
        Code.PROOF_WAITS,
        "The change of consumer "
            + consumer
            + " waits: "
            + transactions
            + " prepared transactions have claimed, stored, held or counted and are not decided yet. Recovery decides them; if it does not, look"
            + " at what is in doubt (docs/tasks.md).");
  }
}
