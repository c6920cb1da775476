// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import java.io.Serial;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.engine.tx.Cause;

/**
 * Another transaction holds one of our identities and has not ended within the lock timeout. Passes
 * by itself.
 */
public final class RivalInFlight extends SemelException implements Cause.Classified {

  @Serial private static final long serialVersionUID = 1L;

  public RivalInFlight(String consumer) {
    super(
        Code.RIVAL_IN_FLIGHT,
        "Another transaction holds an identity of consumer "
            + consumer
            + " and has not ended in time; the messages go back to the broker and come again.");
  }

  @Override
  public Cause line() {
    return Cause.RIVAL;
  }
}
