// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.io.Serial;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.message.Identity;

/** The lease of a message ran out, and another worker has taken it. */
final class LeaseLost extends SemelException {

  @Serial private static final long serialVersionUID = 1L;

  LeaseLost(Identity identity) {
    super(
        Code.LEASE_LOST,
        "The lease of "
            + identity
            + " ran out, and another worker has it now. The transaction of the first worker is rolled"
            + " back.");
  }
}
