// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.stored;

import java.io.Serial;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.message.Identity;

/** Another worker has taken the message over, as our lease had run out. */
final class LeaseLost extends SemelException {

  @Serial private static final long serialVersionUID = 1L;

  LeaseLost(Identity identity) {
    super(
        Code.LEASE_LOST,
        "Another worker has taken "
            + identity
            + " over, as its lease had run out; what was done here is rolled back.");
  }
}
