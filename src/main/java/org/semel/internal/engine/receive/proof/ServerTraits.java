// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.proof;

import java.util.Optional;

/** The traits of the server that a proof must know. */
public interface ServerTraits {

  /** What to do, in the words of this server's configuration; one or more sentences. */
  String words(Remedy remedy);

  /**
   * Why no other server could tell the transactions of this one from its own, if that is so.
   *
   * @param made by this server's transaction manager
   */
  Optional<Refusal> misnamed(GlobalTransaction made);
}
