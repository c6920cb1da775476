// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import jakarta.jms.BytesMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.TextMessage;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.client.impl.ClientMessageImpl;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Limits;

/** Valid messages, and mutations of them. */
final class Samples {

  /** What must become of a message. */
  enum Fate {
    /** It is taken in and has its identity. */
    GOOD,
    /** It is not taken in. */
    REFUSED,
    /** That depends on what the mutation has hit. */
    EITHER
  }

  /** One message; of Artemis' client, or of JMS. */
  record Sample(Fate fate, String key, Object message) {
    @Override
    public String toString() {
      return fate + " " + key + " " + message.getClass().getSimpleName();
    }
  }

  private final Random random;
  private final Limits limits;
  private long read;

  Samples(Random random, Limits limits) {
    this.random = random;
    this.limits = limits;
  }

  /** How many bytes were read of the last message that counts them. */
  long read() {
    return read;
  }

  Sample next(int number) {
    read = 0;
    String key = Integer.toString(number);
    return switch (random.nextInt(12)) {
      case 0, 1 -> new Sample(Fate.GOOD, key, text(event(key, "6")));
      case 2 -> new Sample(Fate.GOOD, key, core(4, utf8(event(key, "6"))));
      case 3 -> new Sample(Fate.GOOD, key, core(0, utf8(event(key, "6"))));
      case 4 -> new Sample(Fate.GOOD, key, text(event(key, number())));
      case 5 -> new Sample(Fate.EITHER, key, text(mutated(event(key, "6"))));
      case 6 -> new Sample(Fate.EITHER, key, core(4, mutated(utf8(event(key, "6")))));
      case 7 -> new Sample(Fate.EITHER, key, core(random.nextInt(256), mutated(encoded(key))));
      case 8 -> new Sample(Fate.REFUSED, key, malformed(key));
      case 9 -> new Sample(Fate.REFUSED, key, headers(key));
      case 10 -> new Sample(Fate.EITHER, key, headed(key));
      default -> new Sample(Fate.REFUSED, key, foreign());
    };
  }

  private static String event(String id, String quantity) {
    return """
    {"specversion":"1.0","id":"%s","source":"/s","type":"t","time":"2026-11-20T23:59:59Z",\
    "data":{"lines":[{"stock":"85123A","quantity":1},{"stock":"71053","quantity":%s}],"net":17.85}}"""
        .formatted(id, quantity);
  }

  private String number() {
    String digits = "9".repeat(1 + random.nextInt(1_500));
    return switch (random.nextInt(4)) {
      case 0 -> "-" + digits;
      case 1 -> "0." + digits;
      case 2 -> digits + "e" + random.nextInt(999_999_999);
      default -> digits;
    };
  }

  private String mutated(String text) {
    int at = random.nextInt(text.length());
    String rest = text.substring(at);
    return text.substring(0, at)
        + switch (random.nextInt(8)) {
          case 0 -> "";
          case 1 -> (char) random.nextInt(0x10000) + rest;
          case 2 -> rest.substring(1);
          case 3 -> "[".repeat(random.nextInt(3_000)) + rest;
          case 4 -> "{\"a\":".repeat(random.nextInt(3_000)) + rest;
          case 5 -> "1,".repeat(random.nextInt(3_000)) + rest;
          case 6 -> "\\ud800" + rest;
          default -> rest + text.substring(0, at);
        };
  }

  private byte[] mutated(byte[] bytes) {
    byte[] mutated = bytes.clone();
    for (int i = random.nextInt(4); i >= 0 && mutated.length > 0; i--) {
      mutated[random.nextInt(mutated.length)] = (byte) random.nextInt();
    }
    return random.nextInt(4) == 0
        ? Arrays.copyOf(mutated, random.nextInt(mutated.length + 1))
        : mutated;
  }

  private Object malformed(String key) {
    int length =
        random.nextBoolean() ? -1 - random.nextInt(1 << 30) : 1_000 + random.nextInt(1 << 30);
    byte[] text = {
      1, (byte) (length >>> 24), (byte) (length >>> 16), (byte) (length >>> 8), (byte) length, 65, 0
    };
    return switch (random.nextInt(4)) {
      case 0 -> core(3, text);
      case 1 -> core(5, text);
      case 2 -> core(2, encoded(key));
      default -> core(7 + random.nextInt(100), utf8(event(key, "6")));
    };
  }

  private Object headers(String key) {
    ClientMessageImpl message = text(event(key, "6"));
    if (random.nextBoolean()) {
      message.putStringProperty("h", "v".repeat(limits.headerBytes() + 1));
    } else {
      for (int i = 0; i <= limits.headers(); i++) {
        message.putIntProperty("h" + i, i);
      }
    }
    return message;
  }

  private Object headed(String key) {
    ClientMessageImpl message = text(event(key, "6"));
    String name = mutated("JMSCorrelationID").replace("\u0000", "");
    String value = mutated("contentType: application/cloudevents+json");
    switch (random.nextInt(5)) {
      case 0 -> message.putStringProperty("contentType", value);
      case 1 -> message.putStringProperty("ce_id", value);
      case 2 -> message.putBytesProperty("key", utf8(value));
      case 3 -> message.putStringProperty("JMSReplyTo", value);
      default -> message.putStringProperty(name.isEmpty() ? "x" : name, value);
    }
    return message;
  }

  private static ClientMessageImpl text(String text) {
    ClientMessageImpl message = message(3);
    message.getBodyBuffer().writeNullableSimpleString(SimpleString.of(text));
    return message;
  }

  private static ClientMessageImpl core(int type, byte[] body) {
    ClientMessageImpl message = message(type);
    message.getBodyBuffer().writeBytes(body);
    return message;
  }

  private static ClientMessageImpl message(int type) {
    ClientMessageImpl message = new ClientMessageImpl((byte) type, true, 0, 1, (byte) 4, 1_024);
    message.setAddress("fuzz");
    message.putStringProperty("key", "k");
    return message;
  }

  private static byte[] encoded(String key) {
    byte[] text = event(key, "6").getBytes(StandardCharsets.UTF_16LE);
    return ByteBuffer.allocate(5 + text.length).put((byte) 1).putInt(text.length).put(text).array();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Of a broker that shows no more than JMS demands, and a client that fails. */
  private Object foreign() {
    return switch (random.nextInt(3)) {
      case 0 -> message(ObjectMessage.class);
      case 1 -> message(BytesMessage.class);
      default -> message(TextMessage.class);
    };
  }

  private Object message(Class<? extends Message> type) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "getText" -> throw failure();
              case "getBodyLength" -> 1L << 30;
              case "readBytes" -> counted((byte[]) arguments[0]);
              case "getJMSTimestamp", "getJMSExpiration" -> 0L;
              case "getJMSPriority", "getIntProperty" -> 1;
              case "getJMSRedelivered", "propertyExists" -> false;
              case "getPropertyNames" -> Collections.enumeration(List.of("key"));
              case "getObjectProperty" -> Map.of("key", "k").get(arguments[0]);
              default -> null;
            });
  }

  private int counted(byte[] bytes) {
    read += bytes.length;
    return bytes.length;
  }

  private Exception failure() {
    return switch (random.nextInt(3)) {
      case 0 -> new IndexOutOfBoundsException("of the client");
      case 1 -> new MessageFormatException("of the client");
      default -> new IllegalStateException("of the client");
    };
  }
}
