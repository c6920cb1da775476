// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import org.semel.explore.Part.Sent;
import org.semel.explore.Part.Sent.Kind;

/** What producers send to the case's queue, and what lies in the one that it delivers to. */
final class Post {

  /** So that it can expire, and does not with the broker. */
  private static final Duration LIFE = Duration.ofHours(1);

  private static final int LARGE = 70 * 1024;

  private final JMSContext session;
  private final String queue;
  private final Control control;
  private final Dated dated;
  private long sent;

  Post(JMSContext session, String queue, Control control, Dated dated) {
    this.session = session;
    this.dated = dated;
    this.queue = queue;
    this.control = control;
  }

  void send(Sent of) {
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
    message.setStringProperty("tenant", "t");
    if (sent.kind() != Kind.KEYLESS) {
      message.setStringProperty("key", key);
      message.setStringProperty("message_HYPHEN_key", key); // as Camel's own component writes it
      message.setStringProperty(
          "id", key.isBlank() ? key : dated.id(key, sent.kind() == Kind.STALE));
      message.setJMSCorrelationID(key);
    }
    Version version = Version.of(key);
    message.setStringProperty("aggregate", version.aggregate());
    if (sent.kind() != Kind.PLACELESS) {
      message.setStringProperty("version", String.valueOf(version.number()));
    }
    return message;
  }

  private static Message body(JMSContext context, Sent sent, String key) throws JMSException {
    String value = "\"value\":\"" + sent.value() + "\"";
    String json = "{\"key\":\"" + key + "\"," + value + "}";
    return switch (sent.kind()) {
      case TEXT, CROWD, BLANK, VERSION, CHAIN, PLACELESS, STALE -> context.createTextMessage(json);
      case SPACED -> context.createTextMessage(json.replace(":", " : "));
      case BYTES -> bytes(context, json);
      case MAP -> map(context, sent, key);
      case KEYLESS -> context.createTextMessage("{" + value + "}");
      case OBJECT -> context.createObjectMessage(key);
      case LARGE ->
          context.createTextMessage(json.replace("}", ",\"pad\":\"" + "x".repeat(LARGE) + "\"}"));
    };
  }

  private static Message bytes(JMSContext context, String json) throws JMSException {
    BytesMessage message = context.createBytesMessage();
    message.writeBytes(json.getBytes(StandardCharsets.UTF_8));
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
