// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import java.io.Serial;
import java.util.List;
import org.semel.Code;
import org.semel.SemelException;

/** The configuration has values that cannot be. Lists all of them. */
final class PolicyInvalid extends SemelException {

  @Serial private static final long serialVersionUID = 1L;

  PolicyInvalid(List<String> faults) {
    super(
        Code.POLICY_INVALID,
        "Nothing was started; "
            + faults.size()
            + " faults in the configuration:\n  "
            + String.join("\n  ", faults));
  }
}
