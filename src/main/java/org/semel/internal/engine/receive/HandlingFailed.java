// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import java.io.Serial;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.message.Identity;

/** The route failed for one message; everything in its transaction is undone. */
public final class HandlingFailed extends SemelException {

  @Serial private static final long serialVersionUID = 1L;

  private final transient Identity identity;
  private final Throwable failure;

  public HandlingFailed(Identity identity, Throwable failure) {
    super(
        Code.HANDLING_FAILED,
        "The route failed with "
            + failure.getClass().getName()
            + " for "
            + identity
            + "; all of it is rolled back.",
        failure);
    this.identity = identity;
    this.failure = failure;
  }

  /** The identity of the message. */
  public Identity identity() {
    return identity;
  }

  /** The route's own failure, if {@code cause} tells that it was the route. */
  public static Throwable failure(Throwable cause) {
    return cause instanceof HandlingFailed handling ? handling.failure() : cause;
  }

  /** The exception that the route threw; its message may quote payload. */
  public Throwable failure() {
    return failure;
  }
}
