// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import java.util.Set;
import org.apache.camel.http.base.HttpOperationFailedException;
import org.semel.internal.engine.tx.Cause;
import org.semel.internal.engine.tx.Faults;

/**
 * Reads the status of an HTTP response: a service that is overloaded, or that a gateway cannot
 * reach, is a transient fault. Any other status may be caused by the message.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-15.6">RFC 9110, section 15.6</a>
 */
public final class HttpFaults implements Faults {

  private static final Set<Integer> TRANSIENT_STATUS = Set.of(429, 502, 503, 504);

  @Override
  public Cause of(Throwable fault) {
    return fault instanceof HttpOperationFailedException http
            && TRANSIENT_STATUS.contains(http.getStatusCode())
        ? Cause.AWAY
        : Cause.UNNAMED;
  }
}
