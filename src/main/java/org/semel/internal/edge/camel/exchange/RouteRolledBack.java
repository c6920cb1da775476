// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.exchange;

import java.io.Serial;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.engine.tx.Cause;

/**
 * A route asked for a rollback, with {@code rollback()} or {@code markRollbackOnly()}, without an
 * exception of its own.
 */
public final class RouteRolledBack extends SemelException implements Cause.Classified {

  @Serial private static final long serialVersionUID = 1L;

  public RouteRolledBack() {
    super(Code.MARKED_ROLLBACK_ONLY, "The route marked its exchange rollback-only.");
  }

  @Override
  public Cause line() {
    return Cause.MARKED;
  }
}
