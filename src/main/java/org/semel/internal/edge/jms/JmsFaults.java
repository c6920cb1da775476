// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;
import java.util.List;
import org.semel.internal.engine.tx.Cause;
import org.semel.internal.engine.tx.Faults;

/**
 * Reads faults of the broker: what is wrong with a message or a name stays wrong; anything else is
 * a connection that was lost, a broker that is full, or a right that is yet to be given, and
 * passes.
 */
public final class JmsFaults implements Faults {

  private static final List<Class<? extends JMSException>> LASTING =
      List.of(
          InvalidClientIDException.class,
          InvalidDestinationException.class,
          InvalidSelectorException.class,
          MessageEOFException.class,
          MessageFormatException.class,
          MessageNotReadableException.class,
          MessageNotWriteableException.class);

  @Override
  public Cause of(Throwable fault) {
    if (!(fault instanceof JMSException)) {
      return Cause.UNNAMED;
    }
    return LASTING.stream().anyMatch(lasting -> lasting.isInstance(fault))
        ? Cause.REFUSED
        : Cause.AWAY;
  }
}
