// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel;

import javax.sql.DataSource;
import org.semel.internal.engine.loop.Lifecycle;
import org.semel.internal.engine.receive.SteppedHandler;
import org.semel.internal.engine.receive.claim.EffectNames;

/** The engine behind {@code inbox:}. */
public interface InboxEngine {

  /**
   * A consumer under the policy of this name, not started.
   *
   * @param handler the user's route
   */
  Lifecycle consumer(String name, SteppedHandler handler);

  /** Whether the route of this consumer may do what a rollback does not undo. */
  boolean allowsExternal(String consumer);

  /**
   * Checks that this data source is the one in which Semel claims.
   *
   * @param consumer whose classic repository has it
   * @throws org.semel.SemelException if it is another one
   * @throws RuntimeException if the database cannot be asked now
   */
  void claimsThrough(DataSource dataSource, String consumer);

  /** Records the names of effects in the caller's transaction. */
  EffectNames effects();
}
