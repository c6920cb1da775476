// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import java.util.Optional;

/**
 * Looks whether the database is there, for workers that have met nothing: a pool hands out sessions
 * from before an outage, and a transaction joins them unasked. Safe for any thread.
 */
public interface DatabaseLook {

  /** Whether it has left others of this node without an answer. Asks nothing. */
  boolean isSilent();

  /** Asks it in a transaction that commits: why it could not be asked; empty if it was. */
  Optional<Throwable> ask();
}
