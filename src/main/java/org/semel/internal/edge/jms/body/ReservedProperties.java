// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.body;

/**
 * The properties that Artemis' client and broker write for themselves, and believe. A producer can
 * write them as well.
 */
final class ReservedProperties {

  /** {@code PacketImpl.SESS_RECEIVE_MSG}: a message in one piece. */
  private static final byte MESSAGE = 75;

  /** {@code PacketImpl.SESS_RECEIVE_LARGE_MSG}: the beginning of one in several. */
  private static final byte LARGE_MESSAGE = 76;

  private static final String COMPRESSED = "_AMQ_LARGE_COMPRESSED";

  /**
   * The property by which the broker says that it has no message; the client passes over a message
   * with it.
   */
  private static final String FORCED_DELIVERY = "_hornetq.forced.delivery.seq";

  private ReservedProperties() {}

  /** Mends what a message brings of them, if the packet is one. Throws nothing. */
  static void mend(Object packet) {
    try {
      byte type = (byte) Reflected.call(packet, "getType");
      if (type == MESSAGE || type == LARGE_MESSAGE) {
        Object message = Reflected.call(packet, "getMessage");
        mendCompression(message);
        mendSize(message);
        if ((int) Reflected.call(packet, "getDeliveryCount") > 0) { // not the broker's own
          takeOff(message, FORCED_DELIVERY);
        }
      }
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      // the client makes of it what it can
    }
  }

  private static void mendCompression(Object message) throws ReflectiveOperationException {
    if (has(message, COMPRESSED) && !(value(message, COMPRESSED) instanceof Boolean)) {
      takeOff(message, COMPRESSED);
    }
  }

  /** Sets the size if it is stated wrongly, or missing though the client asks for it. */
  private static void mendSize(Object message) throws ReflectiveOperationException {
    boolean asked =
        has(message, CoreMessage.LARGE_SIZE)
            || (has(message, COMPRESSED) && (boolean) value(message, COMPRESSED));
    if (asked && !(value(message, CoreMessage.LARGE_SIZE) instanceof Long)) {
      CoreMessage.putSize(message, 0);
    }
  }

  private static void takeOff(Object message, String property) throws ReflectiveOperationException {
    if (has(message, property)) {
      Reflected.call(message, "removeProperty", String.class, property);
    }
  }

  private static boolean has(Object message, String property) throws ReflectiveOperationException {
    return (boolean) Reflected.call(message, "containsProperty", String.class, property);
  }

  private static Object value(Object message, String property) throws ReflectiveOperationException {
    return Reflected.call(message, "getObjectProperty", String.class, property);
  }
}
