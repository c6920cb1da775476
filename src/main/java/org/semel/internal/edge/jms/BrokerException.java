// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import java.io.Serial;
import org.semel.Code;
import org.semel.SemelException;

/**
 * The broker refused an act or could not be reached. Its code is {@link Code#LOGIN_REFUSED} if the
 * broker does not know the user, or denies it a right, and {@link Code#QUEUE_MISSING} if it does
 * not have the queue.
 */
public final class BrokerException extends SemelException {

  @Serial private static final long serialVersionUID = 1L;

  BrokerException(String act, JMSException cause) {
    super(code(cause), "Could not " + act + ": " + cause.getMessage(), cause);
  }

  private static Code code(JMSException cause) {
    if (cause instanceof InvalidDestinationException) {
      return Code.QUEUE_MISSING;
    }
    return SecurityRefusals.isIn(cause) ? Code.LOGIN_REFUSED : Code.BROKER_FAILED;
  }
}
