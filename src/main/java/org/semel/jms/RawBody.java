// SPDX-License-Identifier: Apache-2.0
package org.semel.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import java.lang.reflect.Field;
import java.util.Arrays;
import org.semel.message.Body;

/**
 * The bytes of an object message as they lie in the broker. JMS itself gives an object message's
 * content only by deserialising it (Jakarta Messaging 3.1, {@code ObjectMessage.getObject}), which
 * is the very thing to avoid; so this one class knows Artemis, by reflection, as no application can
 * compile against what its server hides. For any other broker the message is left where it is, and
 * goes to the broker's dead-letter address in the end.
 */
final class RawBody {

  private static final String CONTENT_TYPE = "application/x-java-serialized-object";

  /**
   * An object message's body begins with its length, four bytes
   * (ActiveMQObjectMessage.doBeforeSend).
   */
  private static final int LENGTH_BYTES = 4;

  private RawBody() {}

  /**
   * Reads the bytes without deserialising them.
   *
   * @throws JMSException if the broker is one that does not show them
   */
  static Body of(Message message) throws JMSException {
    try {
      Object core = call(unwrap(message), "getCoreMessage");
      Object buffer = call(core, "getReadOnlyBodyBuffer");
      byte[] bytes = new byte[(int) call(buffer, "readableBytes")];
      buffer.getClass().getMethod("readBytes", byte[].class).invoke(buffer, (Object) bytes);
      int skipped = Math.min(LENGTH_BYTES, bytes.length);
      return Body.bytes(Arrays.copyOfRange(bytes, skipped, bytes.length), CONTENT_TYPE);
    } catch (ReflectiveOperationException | RuntimeException e) {
      JMSException unreadable =
          new MessageFormatException(
              "an object message of a broker that does not show its bytes; it stays there and will be dead-lettered");
      unreadable.initCause(e);
      throw unreadable;
    }
  }

  /** The resource adapter hands out wrappers around the client's messages. */
  private static Object unwrap(Message message) throws ReflectiveOperationException {
    Class<?> wrapper = message.getClass().getSuperclass();
    if (!wrapper.getSimpleName().equals("ActiveMQRAMessage")) {
      return message;
    }
    Field wrapped = wrapper.getDeclaredField("message");
    wrapped.setAccessible(true);
    return wrapped.get(message);
  }

  private static Object call(Object target, String method) throws ReflectiveOperationException {
    return target.getClass().getMethod(method).invoke(target);
  }
}
