// SPDX-License-Identifier: Apache-2.0
package org.semel.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.BytesMessage;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.StreamMessage;
import java.io.ObjectInputStream;
import java.io.Serial;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.semel.message.Body;
import org.semel.message.Reason;
import org.semel.receive.Arrival;
import org.semel.receive.ConsumerPolicy.Limits;
import org.semel.receive.Portion;
import org.semel.small.Jms;
import org.semel.small.SmallServer;
import org.semel.tx.Completion.Committed;
import org.semel.tx.Decision;

/** Every kind of message through a real broker, received through the pooled XA factory. */
class JmsMessagesTest {

  private static final AtomicBoolean DESERIALISED = new AtomicBoolean();

  private final SmallServer server = SmallServer.shared();
  private final String queue = Jms.queue(server.broker());

  @Test
  void textIsCopiedAsText() {
    Arrival arrival = roundTrip(context -> context.createTextMessage("ü\u0000€"));
    assertThat(arrival).isInstanceOf(Arrival.Copied.class);
    assertThat(arrival.message().body().form()).isEqualTo(Body.Form.TEXT);
    assertThat(arrival.message().body().bytes())
        .isEqualTo("ü\u0000€".getBytes(StandardCharsets.UTF_8));
    assertThat(arrival.message().origin().destination()).isEqualTo(queue);
    assertThat(arrival.message().origin().messageId()).startsWith("ID:");
    assertThat(arrival.message().origin().deliveries()).isEqualTo(1);
  }

  @Test
  void bytesAreCopiedAsBytes() {
    byte[] body = {0, (byte) 0xFF, (byte) 0xC3, 0x28};
    Arrival arrival =
        roundTrip(
            context -> {
              BytesMessage message = context.createBytesMessage();
              message.writeBytes(body);
              message.setStringProperty("contentType", "application/octet-stream");
              return message;
            });
    assertThat(arrival.message().body()).isEqualTo(Body.bytes(body, "application/octet-stream"));
  }

  @Test
  void anEmptyMessageHasNoBody() {
    assertThat(roundTrip(context -> context.createMessage()).message().body())
        .isEqualTo(Body.none());
    assertThat(roundTrip(context -> context.createTextMessage()).message().body())
        .isEqualTo(Body.none());
  }

  @Test
  void headersAndPropertiesComeWithTheirTypes() {
    Arrival arrival =
        roundTrip(
            context -> {
              Message message = context.createTextMessage("x");
              message.setJMSType("type");
              message.setJMSCorrelationID("correlation");
              message.setLongProperty("long", 1L << 40);
              message.setBooleanProperty("truth", true);
              message.setStringProperty("cAmElJmsDestinationName", "elsewhere");
              return message;
            });
    var headers = arrival.message().headers();
    assertThat(headers.find("JMSType")).contains("type");
    assertThat(headers.find("JMSCorrelationID")).contains("correlation");
    assertThat(headers.find("long")).contains(1L << 40);
    assertThat(headers.find("truth")).contains(true);
    assertThat(headers.find("cAmElJmsDestinationName")).contains("elsewhere");
  }

  @Test
  void anObjectMessageIsRefusedWithItsBytesAndNeverDeserialised() {
    Arrival arrival = roundTrip(context -> context.createObjectMessage(new Trap()));
    assertRefused(arrival, Reason.TYPE_REFUSED);
    assertThat(DESERIALISED).isFalse();
    byte[] body = arrival.message().body().bytes();
    assertThat(body).startsWith(0xAC, 0xED);
    assertThat(new String(body, StandardCharsets.ISO_8859_1)).contains("Trap");
  }

  @Test
  void aMapMessageIsRefusedWithItsContentAsJson() {
    Arrival arrival =
        roundTrip(
            context -> {
              MapMessage message = context.createMapMessage();
              message.setString("name", "ü");
              message.setLong("count", 7);
              message.setBytes("raw", new byte[] {1});
              return message;
            });
    assertRefused(arrival, Reason.TYPE_REFUSED);
    assertThat(new String(arrival.message().body().bytes(), StandardCharsets.UTF_8))
        .contains("\"name\":\"ü\"", "\"count\":7", "\"raw\":\"AQ==\"");
  }

  @Test
  void aStreamMessageIsRefusedWithItsContentAsJson() {
    Arrival arrival =
        roundTrip(
            context -> {
              StreamMessage message = context.createStreamMessage();
              message.writeString("a");
              message.writeBoolean(true);
              return message;
            });
    assertRefused(arrival, Reason.TYPE_REFUSED);
    assertThat(new String(arrival.message().body().bytes(), StandardCharsets.UTF_8))
        .isEqualTo("[\"a\",true]");
  }

  @Test
  void tenThousandHeadersAreRefusedAndKept() {
    Arrival arrival =
        roundTrip(
            context -> {
              Message message = context.createTextMessage("x");
              for (int i = 0; i < 10_000; i++) {
                message.setStringProperty("h" + i, "v");
              }
              return message;
            });
    assertRefused(arrival, Reason.HEADERS_REFUSED);
    assertThat(arrival.message().headers().size()).isGreaterThanOrEqualTo(10_000);
  }

  @Test
  void anEnormousHeaderIsRefused() {
    Arrival arrival =
        roundTrip(
            context -> {
              Message message = context.createTextMessage("x");
              message.setStringProperty("h", "v".repeat(20_000));
              return message;
            });
    assertRefused(arrival, Reason.HEADERS_REFUSED);
  }

  @Test
  void ofABodyOverTheLimitTheBeginningIsKept() {
    byte[] body = new byte[2 << 20];
    new Random(1).nextBytes(body);
    Arrival arrival =
        roundTrip(
            context -> {
              BytesMessage message = context.createBytesMessage();
              message.writeBytes(body);
              return message;
            });
    assertRefused(arrival, Reason.BODY_TOO_LARGE);
    assertThat(arrival.message().body().bytes())
        .isEqualTo(Arrays.copyOf(body, BodyReader.EVIDENCE));
  }

  @Test
  void aTextOverTheLimitIsRefusedWithItsBeginning() {
    Arrival arrival = roundTrip(context -> context.createTextMessage("t".repeat(2 << 20)));
    assertRefused(arrival, Reason.BODY_TOO_LARGE);
    assertThat(arrival.message().body().size()).isEqualTo(BodyReader.EVIDENCE);
  }

  /** In pieces: the client would put them together before anybody could ask for their size. */
  @Test
  void aLargeTextWithinTheLimitIsCopiedWhole() {
    String text = "ü€x".repeat(100_000);
    Arrival arrival = roundTrip(context -> context.createTextMessage(text));
    assertThat(arrival).isInstanceOf(Arrival.Copied.class);
    assertThat(arrival.message().body().form()).isEqualTo(Body.Form.TEXT);
    assertThat(arrival.message().body().bytes()).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void assertRefused(Arrival arrival, Reason reason) {
    assertThat(arrival)
        .isInstanceOfSatisfying(
            Arrival.Refused.class,
            refused -> assertThat(refused.verdict().reason()).isEqualTo(reason));
  }

  private Arrival roundTrip(Jms.Maker maker) {
    Jms.send(server.broker(), queue, maker);
    try (JmsSource source =
        new JmsSource(
            new ManagedSessions(server.factory()),
            Queues.named(queue),
            new JmsMessages(queue, new Limits(1 << 20, 200, 10_000)))) {
      var completion =
          server
              .transactions()
              .inNew(
                  Duration.ofSeconds(60),
                  () -> Decision.commit(source.receive(new Portion(1, 1), Duration.ofMinutes(1))));
      assertThat(completion).isInstanceOf(Committed.class);
      await().until(() -> server.broker().messages(queue) == 0);
      return ((Committed<java.util.List<Arrival>>) completion).value().get(0);
    }
  }

  /** A producer's class that does something when it is deserialised. */
  private static final class Trap implements Serializable {
    @Serial private static final long serialVersionUID = 1L;

    @Serial
    private void readObject(ObjectInputStream in) {
      DESERIALISED.set(true);
    }
  }
}
