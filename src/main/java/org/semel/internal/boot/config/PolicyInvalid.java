// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.io.Serial;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.semel.Code;
import org.semel.SemelException;

/** The configuration has invalid values. Lists all of them. */
final class PolicyInvalid extends SemelException {

  @Serial private static final long serialVersionUID = 1L;

  /** Reports each fault once, even if several readers of its key found it. */
  PolicyInvalid(List<String> faults) {
    this(new LinkedHashSet<>(faults));
  }

  /** Throws if there is a fault. */
  static void unlessNone(List<String> faults) {
    if (!faults.isEmpty()) {
      throw new PolicyInvalid(faults);
    }
  }

  private PolicyInvalid(Set<String> faults) {
    super(
        Code.POLICY_INVALID,
        "Nothing was started; "
            + faults.size()
            + " faults in the configuration:\n  "
            + String.join("\n  ", faults));
  }
}
