// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
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
import org.semel.internal.edge.jms.JmsMessages;
import org.semel.internal.edge.jms.JmsSource;
import org.semel.internal.edge.jms.Queues;
import org.semel.internal.edge.jms.session.ManagedSessions;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Limits;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Body;
import org.semel.message.ParkingReason;
import org.semel.small.Jms;
import org.semel.small.SmallServer;

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
    assertRefused(arrival, ParkingReason.TYPE_REFUSED);
    assertThat(DESERIALISED).isFalse();
    byte[] body = arrival.message().body().bytes();
    assertThat(body).startsWith(0xAC, 0xED);
    assertThat(new String(body, StandardCharsets.ISO_8859_1)).contains("Trap");
  }

  @Test
  void aMapMessageIsTakenInAsJsonThatKeepsItsTypes() {
    Arrival arrival = roundTrip(JmsMessagesTest::map);
    assertThat(arrival).isInstanceOf(Arrival.Copied.class);
    assertThat(arrival.message().body())
        .isEqualTo(
            json(
                "map",
                """
                {"boolean":true,"byte":{"byte":-1},"bytes":{"bytes":"AP8="},"char":{"char":"ü"},\
                "double":1.0,"float":{"float":1.5},"int":7,"long":{"long":7},"nan":{"double":"NaN"},\
                "nothing":null,"short":{"short":7},"string":"a\\"\\\\\\u000aü€"}\
                """));
  }

  /** All types that there are; their names in no order. */
  private static Message map(JMSContext context) throws JMSException {
    MapMessage message = context.createMapMessage();
    message.setString("string", "a\"\\\nü€");
    message.setLong("long", 7);
    message.setInt("int", 7);
    message.setShort("short", (short) 7);
    message.setByte("byte", (byte) -1);
    message.setBytes("bytes", new byte[] {0, -1});
    message.setBoolean("boolean", true);
    message.setChar("char", 'ü');
    message.setDouble("double", 1);
    message.setDouble("nan", Double.NaN);
    message.setFloat("float", 1.5f);
    message.setString("nothing", null);
    return message;
  }

  @Test
  void aStreamMessageIsTakenInAsJsonThatKeepsItsTypes() {
    String between = "between".repeat(10) + "\u0000ü€";
    String longest = "ü".repeat(5_000);
    Arrival arrival =
        roundTrip(
            context -> {
              StreamMessage message = context.createStreamMessage();
              message.writeString("short ü");
              message.writeString(between);
              message.writeString(longest);
              message.writeString(null);
              message.writeBoolean(true);
              message.writeByte((byte) 1);
              message.writeShort((short) 2);
              message.writeInt(3);
              message.writeLong(4);
              message.writeFloat(Float.NEGATIVE_INFINITY);
              message.writeDouble(1e100);
              message.writeChar('c');
              message.writeBytes(new byte[] {1});
              return message;
            });
    assertThat(arrival).isInstanceOf(Arrival.Copied.class);
    assertThat(arrival.message().body())
        .isEqualTo(
            json(
                "stream",
                """
                ["short ü","%s","%s",null,true,{"byte":1},{"short":2},3,{"long":4},\
                {"float":"-Infinity"},1.0E100,{"char":"c"},{"bytes":"AQ=="}]\
                """
                    .formatted(between.replace("\u0000", "\\u0000"), longest)));
  }

  private static Body json(String kind, String json) {
    return Body.stored(
        Body.Form.TEXT,
        json.getBytes(StandardCharsets.UTF_8),
        "application/vnd.semel." + kind + "+json");
  }

  /** In pieces, as the broker hands out whatever is larger than 100 KiB. */
  @Test
  void aLargeMapWithinTheLimitIsTakenInWhole() {
    String text = "t".repeat(300_000);
    Arrival arrival =
        roundTrip(
            context -> {
              MapMessage message = context.createMapMessage();
              message.setString("text", text);
              return message;
            });
    assertThat(arrival).isInstanceOf(Arrival.Copied.class);
    assertThat(arrival.message().body()).isEqualTo(json("map", "{\"text\":\"" + text + "\"}"));
  }

  @Test
  void aMapOverTheLimitIsRefusedWithItsBeginning() {
    for (int size : new int[] {900_000, 2 << 20}) { // the first only once it is base64
      Arrival arrival =
          roundTrip(
              context -> {
                MapMessage message = context.createMapMessage();
                message.setBytes("bytes", new byte[size]);
                return message;
              });
      assertRefused(arrival, ParkingReason.BODY_TOO_LARGE);
      assertThat(arrival.message().body().size()).isEqualTo(BodyRead.EVIDENCE);
    }
  }

  @Test
  void aMapWithHalfASurrogatePairIsRefusedAsATextIs() {
    Arrival arrival =
        roundTrip(
            context -> {
              MapMessage message = context.createMapMessage();
              message.setString("half", "\ud800");
              return message;
            });
    assertRefused(arrival, ParkingReason.NOT_TEXT);
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
    assertRefused(arrival, ParkingReason.HEADERS_REFUSED);
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
    assertRefused(arrival, ParkingReason.HEADERS_REFUSED);
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
    assertRefused(arrival, ParkingReason.BODY_TOO_LARGE);
    assertThat(arrival.message().body().bytes()).isEqualTo(Arrays.copyOf(body, BodyRead.EVIDENCE));
  }

  @Test
  void aTextOverTheLimitIsRefusedWithItsBeginning() {
    Arrival arrival = roundTrip(context -> context.createTextMessage("t".repeat(2 << 20)));
    assertRefused(arrival, ParkingReason.BODY_TOO_LARGE);
    assertThat(arrival.message().body().size()).isEqualTo(BodyRead.EVIDENCE);
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

  @Test
  void aLargeTextWithHalfASurrogatePairIsRefusedAsAShortOneIs() {
    assertRefused(
        roundTrip(context -> context.createTextMessage("x".repeat(100_000) + "\ud800")),
        ParkingReason.NOT_TEXT);
    assertRefused(
        roundTrip(context -> context.createTextMessage("x\ud800")), ParkingReason.NOT_TEXT);
  }

  private static void assertRefused(Arrival arrival, ParkingReason reason) {
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
                  () ->
                      Decision.commit(source.receive(new BatchLimit(1, 1), Duration.ofMinutes(1))));
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
