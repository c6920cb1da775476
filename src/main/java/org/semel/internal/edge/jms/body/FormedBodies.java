// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.body;

import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.MessageEOFException;
import jakarta.jms.StreamMessage;
import java.io.EOFException;
import java.util.Enumeration;

/** Reads map and stream messages through the JMS API alone. */
final class FormedBodies {

  private static final String CLASSIC = "org.apache.activemq.command.";

  private FormedBodies() {}

  static BodyRead read(MapMessage message, int largest) throws JMSException {
    FormedBody map = new FormedBody(largest);
    Enumeration<?> names = message.getMapNames();
    while (names.hasMoreElements() && !map.isRefused()) {
      String name = (String) names.nextElement();
      map.put(name, message.getObject(name));
    }
    return map.map();
  }

  static BodyRead read(StreamMessage message, int largest) throws JMSException {
    FormedBody stream = new FormedBody(largest);
    message.reset();
    try {
      while (!stream.isRefused()) {
        stream.add(message.readObject());
      }
    } catch (MessageEOFException end) {
      if (isCutOff(message, end)) {
        throw end;
      }
    }
    return stream.stream();
  }

  /** ActiveMQ Classic ends a stream for a value that is cut off, too, and then says what it met. */
  private static boolean isCutOff(StreamMessage message, MessageEOFException end) {
    return message.getClass().getName().startsWith(CLASSIC)
        && end.getLinkedException() instanceof EOFException;
  }
}
