// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.StreamMessage;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.estate.Producer;
import org.semel.estate.ServerKind;

/** What no producer should send, sent to the example on a real server: nothing of it is lost. */
@OnEachServer
class BadInputIT {

  private static final int MEBIBYTE = 1024 * 1024;

  private final SharedEstate estate;
  private final String invoice = UUID.randomUUID().toString();

  BadInputIT(ServerKind kind) {
    estate = SharedEstate.of(kind);
  }

  @ParameterizedTest(name = "{0} is parked as {1}")
  @MethodSource("poison")
  void whatCannotTakeEffectIsParkedWithItsReasonAndTheBrokerIsRidOfIt(
      String what, String reason, Producer.Maker maker) {
    String id = send(maker);
    await()
        .untilAsserted(
            () ->
                assertThat(
                        estate.postgres.texts(
                            "SELECT reason FROM semel_parked WHERE message_id = ?", id))
                    .containsExactly(reason));
    await().until(() -> estate.broker().messages("reservations") == 0);
    assertThat(estate.broker().messages("DLQ")).isZero();
  }

  static Stream<Arguments> poison() {
    return Stream.of(
        poison("an event without an identity", "NO_IDENTITY", text("{\"type\":\"x\"}")),
        poison("an event with a blank identity", "NO_IDENTITY", text(event(" ", "x", 1))),
        poison("an identity of 10 kB", "IDENTITY_INVALID", text(event("i".repeat(10_240), "x", 1))),
        poison("an identity with NUL", "IDENTITY_INVALID", text(event("a\\u0000b", "x", 1))),
        poison("what is not JSON", "NOT_JSON", text("<order line='1'/>")),
        poison("JSON with a raw NUL", "NOT_JSON", text(event("a\0b", "x", 1))),
        poison("text with half a surrogate pair", "NOT_TEXT", text("{\"id\":\"\ud800\"}")),
        poison("invalid UTF-8", "NOT_JSON", bytes(new byte[] {'{', '"', (byte) 0xC3, '"', '}'})),
        poison("an empty message", "NOT_JSON", JMSContext::createMessage),
        poison(
            "a serialised object", "TYPE_REFUSED", c -> c.createObjectMessage(UUID.randomUUID())),
        poison("a map without an identity", "NO_IDENTITY", BadInputIT::map),
        poison("a stream without an identity", "NO_IDENTITY", BadInputIT::stream),
        poison("10,000 headers", "HEADERS_REFUSED", BadInputIT::manyHeaders),
        poison("a body that is said to be compressed", "UNREADABLE", BadInputIT::compressed),
        poison("a body over the limit", "BODY_TOO_LARGE", bytes(new byte[33 * MEBIBYTE])),
        poison(
            "a value that the database refuses",
            "ATTEMPTS_EXHAUSTED",
            text(event(UUID.randomUUID().toString(), "stock\\u0000code", 1))));
  }

  @Test
  void aBodyOfTwentyMebibytesTakesEffectOnce() {
    String ballast = ",\"" + "b".repeat(MEBIBYTE) + "\"";
    String large =
        event(invoice, "L", 3).replaceFirst("\\}$", ",\"ballast\":[1" + ballast.repeat(20) + "]}");
    send(text(large));
    send(bytes(large.getBytes(UTF_8)));
    await().until(() -> effects() == 1 && absorbed() == 1);
    assertThat(parked()).isEmpty();
  }

  @Test
  void headersThatImitateCamelsControlHeadersSteerNothing() {
    String elsewhere = "http://localhost:1/elsewhere";
    send(
        context -> {
          Message message = context.createTextMessage(event(invoice, "steer", 1));
          for (String name :
              List.of("CamelHttpUri", "camelhttpuri", "cAmElHttpUri", "CAMELHTTPURI")) {
            message.setStringProperty(name, elsewhere);
          }
          message.setStringProperty("CamelHttpMethod", "DELETE");
          message.setStringProperty("CamelBeanMethodName", "toString");
          message.setStringProperty("SemelIdentity", "forged");
          return message;
        });
    await()
        .until(
            () ->
                estate.postgres.number(
                        "SELECT count(*) FROM semel_intent WHERE state = 'delivered' AND cause LIKE"
                            + " ? AND headers::text NOT ILIKE '%camel%'",
                        "%" + invoice + "%")
                    == 1);
    assertThat(effects()).isEqualTo(1);
  }

  @Test
  void anIdentityThatComesAgainWithAnotherBodyIsAConflictWithBothFingerprints() {
    send(text(event(invoice, "first", 1)));
    await().until(() -> effects() == 1);
    send(text(event(invoice, "first", 2)));
    await().until(() -> parked().size() == 1);
    assertThat(parked()).containsExactly("CONFLICT");
    assertThat(
            estate.postgres.number(
                """
                SELECT count(*) FROM semel_parked p JOIN semel_claim c USING (identity)
                WHERE p.key LIKE ? AND p.recorded_fingerprint = c.fingerprint
                  AND p.fingerprint <> c.fingerprint AND octet_length(p.body) > 0
                """,
                "%" + invoice))
        .isEqualTo(1);
    assertThat(effects()).isEqualTo(1);
  }

  private String send(Producer.Maker maker) {
    try (Producer producer = estate.producer("reservations")) {
      return producer.send(maker);
    }
  }

  private long effects() {
    return estate.postgres.number("SELECT count(*) FROM reservation WHERE invoice = ?", invoice);
  }

  private long absorbed() {
    return estate.postgres.number(
        "SELECT count(*) FROM semel_duplicate JOIN semel_claim USING (identity) WHERE key LIKE ?",
        "%" + invoice);
  }

  private List<String> parked() {
    return estate.postgres.texts("SELECT reason FROM semel_parked WHERE key LIKE ?", "%" + invoice);
  }

  private static Arguments poison(String what, String reason, Producer.Maker maker) {
    return Arguments.of(what, reason, maker);
  }

  /** An order line; the identity is its invoice too. */
  private static String event(String id, String stockCode, int quantity) {
    return """
    {"specversion":"1.0","id":"%s","source":"/bad","type":"order.line.placed","data":{"invoice":"%s","line":1,"stockCode":"%s","quantity":%d,"unitPrice":0}}\
    """
        .formatted(id, id, stockCode, quantity);
  }

  private static Producer.Maker text(String text) {
    return context -> context.createTextMessage(text);
  }

  private static Producer.Maker bytes(byte[] bytes) {
    return context -> {
      BytesMessage message = context.createBytesMessage();
      message.writeBytes(bytes);
      return message;
    };
  }

  /** Without a size, which would end the connection of Artemis' client at each delivery. */
  private static Message compressed(JMSContext context) throws JMSException {
    BytesMessage message = context.createBytesMessage();
    message.writeBytes("{}".getBytes(UTF_8));
    message.setBooleanProperty("_AMQ_LARGE_COMPRESSED", true);
    return message;
  }

  private static Message map(JMSContext context) throws JMSException {
    MapMessage message = context.createMapMessage();
    message.setString("id", "1");
    message.setBytes("body", new byte[] {1});
    return message;
  }

  private static Message stream(JMSContext context) throws JMSException {
    StreamMessage message = context.createStreamMessage();
    message.writeInt(1);
    message.writeString("two");
    return message;
  }

  private static Message manyHeaders(JMSContext context) throws JMSException {
    Message message = context.createTextMessage(event(UUID.randomUUID().toString(), "x", 1));
    for (int i = 0; i < 10_000; i++) {
      message.setIntProperty("h" + i, i);
    }
    return message;
  }
}
