// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.tx;

import java.io.Serial;
import org.semel.Code;
import org.semel.SemelException;

/** Something that must be part of a transaction was asked for outside one. */
public final class NoTransaction extends SemelException {

  @Serial private static final long serialVersionUID = 1L;

  public NoTransaction(String act, String state) {
    super(
        Code.NO_TRANSACTION,
        "Cannot "
            + act
            + ": "
            + state
            + ". Nothing was written. Start the route with inbox: or make it transacted().");
  }
}
