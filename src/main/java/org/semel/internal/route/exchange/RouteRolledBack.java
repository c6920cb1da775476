// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.exchange;

import java.io.Serial;
import org.semel.Code;
import org.semel.SemelException;

/**
 * A route asked for a rollback, with {@code rollback()} or {@code markRollbackOnly()}, without an
 * exception of its own.
 */
public final class RouteRolledBack extends SemelException {

  @Serial private static final long serialVersionUID = 1L;

  public RouteRolledBack() {
    super(Code.MARKED_ROLLBACK_ONLY, "The route marked its exchange rollback-only.");
  }
}
