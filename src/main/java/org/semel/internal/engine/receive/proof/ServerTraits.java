// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.proof;

import java.util.Optional;

/** The traits of the server that a proof must know. */
public interface ServerTraits {

  /** The remedy in the words of this server's configuration; one or more sentences. */
  String words(Remedy remedy);

  /**
   * The refusal of a server whose transactions another server could take for its own; empty if the
   * names tell them apart.
   *
   * @param made by this server's transaction manager
   */
  Optional<Refusal> misnamed(GlobalTransaction made);
}
