// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.proof;

import java.util.List;

/** A check of the server's environment before the proof's own transactions. */
@FunctionalInterface
public interface Inspection {

  /** The refusals that were found. In the caller's transaction, which is not committed. */
  List<Refusal> refusals();
}
