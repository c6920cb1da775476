// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.proof;

import java.util.List;

/** Something in the server's surroundings that a proof looks at before it makes its experiment. */
@FunctionalInterface
public interface Inspection {

  /** What was found against the consumer. In the caller's transaction, which is not committed. */
  List<Refusal> refusals();
}
