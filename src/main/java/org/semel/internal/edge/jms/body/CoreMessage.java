// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.body;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.io.OutputStream;
import java.lang.reflect.Field;
import java.util.Optional;

/**
 * The core message below a JMS message of Artemis. Its body can be measured, and read byte by byte,
 * without a conversion. Called by reflection, as an application cannot compile against classes that
 * its server hides.
 */
public final class CoreMessage {

  static final byte UNTYPED = 0;
  static final byte OBJECT = 2;
  static final byte TEXT = 3;
  static final byte BYTES = 4;
  static final byte MAP = 5;
  static final byte STREAM = 6;

  /**
   * The body's length that a large message states. A producer may leave it out, or state it
   * wrongly.
   */
  static final String LARGE_SIZE = "_AMQ_LARGE_SIZE";

  private final Object core;
  private final byte type;

  CoreMessage(Object core) throws ReflectiveOperationException {
    this.core = core;
    this.type = (byte) Reflected.call(core, "getType");
  }

  /** The core message of {@code message}, if it is one of Artemis. */
  public static Optional<CoreMessage> of(Message message) {
    try {
      return Optional.of(new CoreMessage(Reflected.call(unwrap(message), "getCoreMessage")));
    } catch (ReflectiveOperationException | RuntimeException e) {
      return Optional.empty(); // another broker's
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

  /** The type number that the producer wrote. */
  byte type() {
    return type;
  }

  /** Whether the client can read it as it is: a well-formed text or bytes, not in pieces. */
  boolean isPlain() throws ReflectiveOperationException {
    if (isLarge()) {
      return false;
    }
    return switch (type) {
      case BYTES -> true;
      case TEXT -> CoreText.isWellFormed(regular(CoreText.HEAD).bytes(), size());
      case UNTYPED -> size() == 0;
      default -> false;
    };
  }

  /** From now on the client takes it for bytes, and converts nothing. */
  void presentAsBytes() throws ReflectiveOperationException {
    Reflected.call(core, "setType", byte.class, BYTES);
    if (isLarge()
        && !(boolean) Reflected.call(core, "containsProperty", String.class, LARGE_SIZE)) {
      putSize(core, 0); // the client asks for it
    }
  }

  static void putSize(Object core, long size) throws ReflectiveOperationException {
    core.getClass()
        .getMethod("putLongProperty", String.class, long.class)
        .invoke(core, LARGE_SIZE, size);
  }

  /**
   * Reads the body, and keeps no more of it than {@code most} bytes.
   *
   * @throws BrokenBody if it cannot be decoded
   * @throws JMSException if the broker does not deliver it
   */
  Excerpt body(int most) throws JMSException {
    try {
      return isLarge() ? large(most) : regular(most);
    } catch (ReflectiveOperationException e) {
      JMSException unread = new JMSException("the broker does not hand out the body of a message");
      unread.initCause(e);
      throw unread;
    }
  }

  private Excerpt large(int most) throws ReflectiveOperationException, BrokenBody {
    Optional<Object> compressed =
        InflatedBody.beneath(Reflected.call(core, "getLargeMessageController"));
    if (compressed.isEmpty()) {
      Excerpt.Writer beginning = new Excerpt.Writer(most);
      Reflected.call(core, "saveToOutputStream", OutputStream.class, beginning);
      return beginning.excerpt();
    }
    try (InflatedBody inflated = new InflatedBody(most)) {
      Reflected.call(compressed.get(), "saveBuffer", OutputStream.class, inflated);
      return inflated.excerpt();
    }
  }

  private boolean isLarge() throws ReflectiveOperationException {
    return (boolean) Reflected.call(core, "isLargeMessage");
  }

  private int size() throws ReflectiveOperationException {
    return (int) Reflected.call(core, "getBodyBufferSize");
  }

  private Excerpt regular(int most) throws ReflectiveOperationException {
    Object buffer = Reflected.call(core, "getReadOnlyBodyBuffer");
    int size = (int) Reflected.call(buffer, "readableBytes");
    byte[] bytes = new byte[Math.min(size, most)];
    Reflected.call(buffer, "readBytes", byte[].class, bytes);
    return new Excerpt(bytes, size);
  }
}
