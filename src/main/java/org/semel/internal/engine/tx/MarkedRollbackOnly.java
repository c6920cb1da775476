// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.tx;

import java.io.Serial;
import org.jspecify.annotations.Nullable;
import org.semel.Code;
import org.semel.SemelException;

/**
 * The work ended without an exception, yet something in it had bound the transaction to roll back.
 */
public final class MarkedRollbackOnly extends SemelException implements Cause.Classified {

  @Serial private static final long serialVersionUID = 1L;

  public MarkedRollbackOnly() {
    this(null);
  }

  /** The same, with the exception of the party that refused to go on. */
  public MarkedRollbackOnly(@Nullable Throwable cause) {
    super(
        Code.MARKED_ROLLBACK_ONLY,
        "The transaction was marked rollback-only while the work was done, and was rolled back.",
        cause);
  }

  @Override
  public Cause line() {
    return Cause.MARKED;
  }
}
