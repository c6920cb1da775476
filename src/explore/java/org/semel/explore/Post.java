// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.semel.explore.Part.Sent;
import org.semel.explore.Part.Sent.Kind;
import org.semel.small.CoreProducer;
import org.semel.small.SmallServer;

/** What producers send to the case's queue, and what lies in the one that it delivers to. */
final class Post {

  /** So that it can expire, and does not with the broker. */
  private static final Duration LIFE = Duration.ofHours(1);

  private static final int LARGE = 70 * 1024;
  private static final int DIGITS = 1_000_000;
  private static final String CORRELATION = "JMSCorrelationID";

  /** What else is in a body: numbers, texts and all that JSON nests. */
  private static final String RICH =
      """
      ,"n":[1.0,-0,1e2,0.10,123456789012345678901234567890.5,1E-7,-1.5e+3,1e400,0.000001,12e25],"t":"\\u00e9\\n\\"/\\/\\ud83d\\ude00",\
      "o":{"b":[true,false,null,[],{}],"a":{"":"","c":[[["x"]]]}}\
      """;

  /** The same, spelled otherwise. */
  private static final String RICH_OTHERWISE =
      """
      ,"o":{"a":{"c":[[["\\u0078"]]],"":""},"b":[true,false,null,[],{}]},"t":"\u00e9\\u000a\\u0022\\/\\u002f\\uD83D\\uDE00",\
      "n":[1,0,100,0.1,1234567890123456789012345678905e-1,0.0000001,-1500,10e399,1e-6,1.2e26]\
      """;

  /** Of each key {@code r0}, {@code r1} and so on its property, as a producer may write it. */
  static final List<Map.Entry<String, Object>> RESERVED =
      List.of(
          Map.entry("_hornetq.forced.delivery.seq", 5L),
          Map.entry("_hornetq.forced.delivery.seq", "x"),
          Map.entry("_AMQ_LARGE_COMPRESSED", "x"),
          Map.entry("_AMQ_LARGE_SIZE", "x"));

  private final JMSContext session;
  private final String queue;
  private final Control control;
  private final Dated dated;
  private final Optional<Minted> minted;
  private final boolean rich;
  private long sent;

  Post(
      JMSContext session,
      String queue,
      Control control,
      Dated dated,
      Optional<Minted> minted,
      boolean rich) {
    this.rich = rich;
    this.session = session;
    this.minted = minted;
    this.dated = dated;
    this.queue = queue;
    this.control = control;
  }

  void send(Sent of) {
    if (of.kind() == Kind.RESERVED) {
      sendReserved(of);
      return;
    }
    JMSProducer producer = session.createProducer().setTimeToLive(LIFE.toMillis());
    Queue to = session.createQueue(queue);
    try {
      for (int i = 0; i < of.copies(); i++) {
        producer.send(to, message(session, of, key(of, i)));
        sent++;
      }
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
    session.commit();
  }

  private void sendReserved(Sent of) {
    Map.Entry<String, Object> property =
        RESERVED.get(Character.digit(of.key().charAt(1), RESERVED.size()));
    try (CoreProducer producer = new CoreProducer(SmallServer.shared().broker(), queue)) {
      for (int i = 0; i < of.copies(); i++) {
        producer.send(
            org.apache.activemq.artemis.api.core.Message.BYTES_TYPE,
            message -> {
              message.setExpiration(System.currentTimeMillis() + LIFE.toMillis());
              message.getBodyBuffer().writeBytes(json(of, of.key()).getBytes(UTF_8));
              texts(of, of.key()).forEach(message::putStringProperty);
              message.putObjectProperty(property.getKey(), property.getValue());
            });
        sent++;
      }
    }
  }

  /** How many messages were sent. */
  long sent() {
    return sent;
  }

  private String key(Sent sent, int i) {
    return switch (sent.kind()) {
      case CROWD -> sent.key() + i;
      case CHAIN -> Version.key(sent.key(), sent.copies() - i);
      case KEYLESS -> "";
      case BLANK -> control == Control.BLANK_IS_A_KEY ? "blank" : "  ";
      default -> sent.key();
    };
  }

  private Message message(JMSContext context, Sent sent, String key) throws JMSException {
    Message message = body(context, sent, key);
    for (Map.Entry<String, String> text : texts(sent, key).entrySet()) {
      if (text.getKey().equals(CORRELATION)) {
        message.setJMSCorrelationID(text.getValue());
      } else {
        message.setStringProperty(text.getKey(), text.getValue());
      }
    }
    return message;
  }

  /** Its properties, as the broker has them. */
  private Map<String, String> texts(Sent sent, String key) {
    Map<String, String> texts = new TreeMap<>();
    texts.put("tenant", "t");
    if (sent.kind() != Kind.KEYLESS) {
      texts.put("key", key);
      texts.put("message_HYPHEN_key", key); // as Camel's own component writes it
      texts.put("id", key.isBlank() ? key : dated.id(key, sent.kind() == Kind.STALE));
      texts.put(CORRELATION, key);
    }
    if (minted.isPresent()) {
      texts.put("ce_id", key);
      texts.put(Minted.PROPERTY, minted.get().text(key, sent.kind() == Kind.STALE));
    }
    Version version = Version.of(key);
    texts.put("aggregate", version.aggregate());
    if (sent.kind() != Kind.PLACELESS) {
      texts.put("version", String.valueOf(version.number()));
    }
    return texts;
  }

  private String json(Sent sent, String key) {
    String members = "\"key\":\"" + key + "\",\"value\":\"" + sent.value() + "\"";
    return "{"
        + members
        + (rich && sent.kind().isJson() ? sent.kind() == Kind.SPACED ? RICH_OTHERWISE : RICH : "")
        + "}";
  }

  private Message body(JMSContext context, Sent sent, String key) throws JMSException {
    String json = json(sent, key);
    return switch (sent.kind()) {
      case TEXT, CROWD, BLANK, VERSION, CHAIN, PLACELESS, STALE -> context.createTextMessage(json);
      case SPACED -> context.createTextMessage(json.replace(":", " : "));
      case BYTES, RESERVED -> bytes(context, json);
      case MAP -> map(context, sent, key);
      case KEYLESS -> context.createTextMessage("{\"value\":\"" + sent.value() + "\"}");
      case OBJECT -> context.createObjectMessage(key);
      case DIGITS ->
          context.createTextMessage(json.replace("}", ",\"number\":" + "7".repeat(DIGITS) + "}"));
      case LARGE ->
          context.createTextMessage(json.replace("}", ",\"pad\":\"" + "x".repeat(LARGE) + "\"}"));
    };
  }

  private static Message bytes(JMSContext context, String json) throws JMSException {
    BytesMessage message = context.createBytesMessage();
    message.writeBytes(json.getBytes(UTF_8));
    return message;
  }

  private static Message map(JMSContext context, Sent sent, String key) throws JMSException {
    MapMessage message = context.createMapMessage();
    message.setString("key", key);
    message.setString("value", sent.value());
    return message;
  }

  /** What lies in this queue. */
  List<Provider.Request> lyingIn(String other) {
    List<Provider.Request> lying = new ArrayList<>();
    try (var browser = session.createBrowser(session.createQueue(other))) {
      for (Enumeration<?> all = browser.getEnumeration(); all.hasMoreElements(); ) {
        Message message = (Message) all.nextElement();
        lying.add(
            new Provider.Request(
                message.getStringProperty("IdempotencyKey"), message.getBody(String.class)));
      }
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
    return lying;
  }
}
