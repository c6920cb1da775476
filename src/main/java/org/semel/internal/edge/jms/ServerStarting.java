// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import java.io.Serial;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.engine.tx.Cause;

/** The server does not show its settings before it has started. Passes by itself. */
public final class ServerStarting extends SemelException implements Cause.Classified {

  @Serial private static final long serialVersionUID = 1L;

  public ServerStarting() {
    super(
        Code.PROOF_WAITS,
        "The server is still starting; the consumer runs its proof and receives after the start.");
  }

  @Override
  public Cause line() {
    return Cause.AWAY;
  }
}
