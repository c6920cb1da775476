// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.HexFormat;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.matrix.Shows;
import org.semel.small.Jms;

/**
 * Protocol {@code store-first}: what a table of text could not hold. It is stored as it is, or
 * parked as it is; it never comes again and again.
 */
class StoreFirstUnfitTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final byte[] NO_UTF8 = {'{', (byte) 0xC3, '"', 0, (byte) 0xFF};

  private final SmallEstate estate = new SmallEstate();

  /** Makes what is no text, or hardly. */
  @FunctionalInterface
  interface Body {
    Message make(JMSContext context) throws JMSException;
  }

  @AfterEach
  void stop() {
    estate.close();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("fit")
  @Shows("I8 none")
  void whatIsNoTextIsStoredAndTakesEffectAsItCame(String what, String bytes, Body body) {
    start();
    send(UUID.randomUUID().toString(), body);
    awaitRow("semel_inbox", "state = 'COMPLETED' AND encode(body, 'hex') = '" + bytes + "'");
    assertThat(estate.count("semel_inbox", "deliveries = 1")).isEqualTo(1);
    assertThat(estate.count("semel_parked", "true")).isZero();
  }

  static Stream<Arguments> fit() {
    return Stream.of(
        Arguments.of("text with NUL", hex("a\0b".getBytes(UTF_8)), text("a\0b")),
        Arguments.of("bytes that are no UTF-8", hex(NO_UTF8), bytes(NO_UTF8)),
        Arguments.of("nothing", "", (Body) JMSContext::createMessage));
  }

  @ParameterizedTest(name = "{0} is parked as {1}")
  @MethodSource("unfit")
  @Shows("I8 none")
  void whatCannotBeStoredIsParkedAtItsFirstDeliveryWithItsBytes(
      String what, String reason, int bytes, String key, Body body) {
    start();
    send(key, body);
    awaitRow("semel_parked", "reason = '" + reason + "' AND octet_length(body) = " + bytes);
    assertThat(estate.count("semel_parked", "deliveries = 1")).isEqualTo(1);
    assertThat(estate.count("semel_inbox", "true")).isZero();
  }

  static Stream<Arguments> unfit() {
    return Stream.of(
        Arguments.of("half a surrogate pair", "NOT_TEXT", 4, "1", text("a\ud800")),
        Arguments.of("too large a body", "BODY_TOO_LARGE", 2000, "1", bytes(new byte[2000])),
        Arguments.of(
            "too many headers", "HEADERS_REFUSED", 1, "1", (Body) context -> many(context)),
        Arguments.of("a key with NUL", "IDENTITY_INVALID", 1, "a\0b", text("b")),
        Arguments.of("half a surrogate pair as key", "IDENTITY_INVALID", 1, "\ud800", text("b")));
  }

  /** Whatever the reason may be. */
  @Test
  @Shows("I8 none")
  void whatTheTableRefusesIsParkedInTheEndAndNothingElseIsHeldUp() {
    String key = UUID.randomUUID().toString();
    table("ADD CONSTRAINT unfit CHECK (key <> '" + key + "')");
    try {
      estate.send("before", "b");
      send(key, bytes(NO_UTF8));
      estate.send("behind", "b");
      start();
      awaitRow(
          "semel_parked",
          "reason = 'ATTEMPTS_EXHAUSTED' AND encode(body, 'hex') = '" + hex(NO_UTF8) + "'");
      await().atMost(PATIENCE).until(() -> estate.count("semel_inbox", "state = 'COMPLETED'") == 2);
      assertThat(estate.count("semel_inbox", "true")).isEqualTo(2);
    } finally {
      table("DROP CONSTRAINT unfit");
    }
  }

  private void table(String change) {
    estate.server.postgres().execute("ALTER TABLE semel_inbox " + change);
  }

  private void awaitRow(String table, String where) {
    await().atMost(PATIENCE).until(() -> estate.count(table, where) == 1);
    await().atMost(PATIENCE).until(estate::queueIsEmpty);
  }

  /** With headers that are no text either. */
  private void send(String key, Body body) {
    Jms.send(
        estate.server.broker(),
        estate.name,
        context -> {
          Message message = body.make(context);
          message.setStringProperty("key", key);
          message.setStringProperty("nul", "a\0b");
          message.setStringProperty("half", "\ud800");
          message.setDoubleProperty("none", Double.NaN);
          message.setStringProperty("contentType", "text/\0\udc00");
          message.setJMSType("\0\ud800");
          message.setJMSCorrelationIDAsBytes(NO_UTF8);
          return message;
        });
  }

  private void start() {
    estate.under("store-first");
    estate.consumer("identity", "property:key");
    estate.consumer("attempts", "2");
    estate.consumer("max-body", "1KiB");
    estate.consumer("poll", "50ms");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).log("taken");
          }
        });
  }

  private static Message many(JMSContext context) throws JMSException {
    Message message = context.createTextMessage("b");
    for (int i = 0; i < 300; i++) {
      message.setIntProperty("h" + i, i);
    }
    return message;
  }

  private static Body text(String text) {
    return context -> context.createTextMessage(text);
  }

  private static Body bytes(byte[] bytes) {
    return context -> {
      BytesMessage message = context.createBytesMessage();
      message.writeBytes(bytes);
      return message;
    };
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
