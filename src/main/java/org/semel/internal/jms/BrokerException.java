// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.jms;

import jakarta.jms.JMSException;
import java.io.Serial;
import org.semel.Code;
import org.semel.SemelException;

/**
 * The broker refused an act or could not be reached. Its code is {@link Code#LOGIN_REFUSED} if the
 * broker does not know the user, or denies it a right.
 */
public final class BrokerException extends SemelException {

  @Serial private static final long serialVersionUID = 1L;

  BrokerException(String act, JMSException cause) {
    super(
        SecurityRefusals.isIn(cause) ? Code.LOGIN_REFUSED : Code.BROKER_FAILED,
        "Could not " + act + ": " + cause.getMessage(),
        cause);
  }
}
