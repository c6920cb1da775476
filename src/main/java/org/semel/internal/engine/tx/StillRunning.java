// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.tx;

import java.io.Serial;
import org.semel.Code;
import org.semel.SemelException;

/**
 * The same work has been running on another thread for so long that its transaction is gone, and
 * has not returned. It would hang here, too, and take one thread after the other.
 */
public final class StillRunning extends SemelException implements Cause.Classified {

  @Serial private static final long serialVersionUID = 1L;

  /**
   * Nothing was done.
   *
   * @param whose the identity of the message
   */
  public StillRunning(String whose) {
    super(
        Code.STILL_RUNNING,
        "The route of "
            + whose
            + " has not returned from an earlier delivery; it is not run beside that. Give whatever"
            + " the route calls a time-out.");
  }

  @Override
  public Cause line() {
    return Cause.STILL_RUNNING;
  }
}
