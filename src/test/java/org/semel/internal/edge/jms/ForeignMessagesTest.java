// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.DataFormatException;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.postgresql.HeadersColumn;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Limits;
import org.semel.message.Body;
import org.semel.message.ParkingReason;

/** Messages of a broker that shows no more of them than JMS demands. */
class ForeignMessagesTest {

  private static final int LARGEST = 1 << 20;

  private final JmsMessages messages = new JmsMessages("q", new Limits(LARGEST, 100, 1000));

  @Test
  void anObjectMessageIsRefusedThoughItsBytesCannotBeHad() throws JMSException {
    Arrival arrival = messages.copy(message(ObjectMessage.class, Map.of()));
    assertRefused(arrival, ParkingReason.TYPE_REFUSED);
    assertThat(arrival.message().body()).isEqualTo(Body.none());
    assertThat(arrival.message().headers().find("JMSType")).contains("kind");
  }

  @Test
  void aBodyOverTheLimitIsNotReadWhole() throws JMSException {
    AtomicLong read = new AtomicLong();
    Arrival arrival =
        messages.copy(
            message(
                BytesMessage.class,
                Map.of(
                    "getBodyLength", arguments -> 1L << 30,
                    "readBytes",
                        arguments -> {
                          read.addAndGet(((byte[]) arguments[0]).length);
                          return ((byte[]) arguments[0]).length;
                        })));
    assertRefused(arrival, ParkingReason.BODY_TOO_LARGE);
    assertThat(read).hasValueLessThan(LARGEST);
  }

  @Test
  void whatTheClientCannotReadIsRefusedWithItsHeaders() throws JMSException {
    for (Callable<Object> failure :
        List.<Callable<Object>>of(
            () -> {
              throw new IndexOutOfBoundsException("of the client");
            },
            () -> {
              throw new MessageFormatException("of the client");
            },
            () -> {
              throw caused(new UTFDataFormatException("of the client"));
            },
            () -> {
              throw caused(new IOException(new DataFormatException("of the client")));
            })) {
      Arrival arrival =
          messages.copy(message(TextMessage.class, Map.of("getText", a -> failure.call())));
      assertRefused(arrival, "UNREADABLE");
      assertThat(arrival.message().headers().find("JMSType")).contains("kind");
      assertThat(arrival.message().origin().messageId()).isEqualTo("ID:1");
    }
  }

  @Test
  void ofAVastTextWithHalfASurrogatePairTheBeginningIsKept() throws JMSException {
    String vast = "x".repeat(LARGEST) + "\ud800";
    Arrival arrival = messages.copy(message(TextMessage.class, Map.of("getText", a -> vast)));
    assertRefused(arrival, ParkingReason.NOT_TEXT);
    assertThat(arrival.message().body().size()).isEqualTo(64 * 1024);
  }

  @Test
  void whatALostConnectionDoesNotDeliverIsNoFaultOfTheMessage() {
    JMSException lost = caused(new SocketException("connection reset"));
    assertThatThrownBy(
            () ->
                messages.copy(
                    message(
                        TextMessage.class,
                        Map.of(
                            "getText",
                            arguments -> {
                              throw lost;
                            }))))
        .isSameAs(lost);
  }

  private static JMSException caused(IOException cause) {
    JMSException failure = new JMSException("of the client");
    failure.initCause(cause);
    return failure;
  }

  @Test
  void aMapIsTakenInByTheOrderOfItsNames() throws JMSException {
    Arrival arrival =
        messages.copy(map(List.of("b", "a"), arguments -> arguments[0].equals("a") ? 1L : "x"));
    assertThat(arrival).isInstanceOf(Arrival.Copied.class);
    assertThat(new String(arrival.message().body().bytes(), StandardCharsets.UTF_8))
        .isEqualTo("{\"a\":{\"long\":1},\"b\":\"x\"}");
  }

  /** AMQP has decimals and unsigned numbers; what cannot be stored could not even be parked. */
  @Test
  void aNumberThatJmsDoesNotKnowIsKeptAsText() throws JMSException {
    Arrival arrival =
        messages.copy(
            message(
                TextMessage.class,
                Map.of(
                    "getPropertyNames", arguments -> Collections.enumeration(List.of("total")),
                    "getObjectProperty", arguments -> new BigDecimal("1.50"))));
    assertThat(arrival.message().headers().find("total")).contains("1.50");
    assertThat(HeadersColumn.write(arrival.message().headers())).contains("\"1.50\"");
  }

  /** ActiveMQ Classic has maps in maps, which no other client can read. */
  @Test
  void aMapInAMapIsRefused() throws JMSException {
    Arrival arrival = messages.copy(map(List.of("a"), arguments -> Map.of("b", "c")));
    assertRefused(arrival, ParkingReason.TYPE_REFUSED);
  }

  @Test
  void aMapWithANameTwiceIsRefused() throws JMSException {
    assertRefused(messages.copy(map(List.of("a", "a"), arguments -> 1)), ParkingReason.UNREADABLE);
  }

  @Test
  @SuppressWarnings("JdkObsolete") // what Jakarta Messaging gives
  void aMapOrStreamWithoutEndIsNotReadWhole() throws JMSException {
    AtomicLong read = new AtomicLong();
    assertRefused(
        messages.copy(
            message(StreamMessage.class, Map.of("readObject", a -> read.incrementAndGet()))),
        ParkingReason.BODY_TOO_LARGE);
    Enumeration<String> endless =
        new Enumeration<>() {
          @Override
          public boolean hasMoreElements() {
            return true;
          }

          @Override
          public String nextElement() {
            return Long.toString(read.incrementAndGet());
          }
        };
    assertRefused(
        messages.copy(
            message(MapMessage.class, Map.of("getMapNames", a -> endless, "getObject", a -> 1))),
        ParkingReason.UNREADABLE);
    assertThat(read).hasValueLessThan(LARGEST);
  }

  private static MapMessage map(List<String> names, Answer value) {
    return message(
        MapMessage.class,
        Map.of("getMapNames", a -> Collections.enumeration(names), "getObject", value));
  }

  private static void assertRefused(Arrival arrival, ParkingReason reason) {
    assertRefused(arrival, reason.name());
  }

  private static void assertRefused(Arrival arrival, String reason) {
    assertThat(arrival)
        .isInstanceOfSatisfying(
            Arrival.Refused.class,
            refused -> assertThat(refused.verdict().reason().name()).isEqualTo(reason));
  }

  /** What a method of a message answers. */
  @FunctionalInterface
  private interface Answer {
    Object to(Object[] arguments) throws Exception;
  }

  private static <T extends Message> T message(Class<T> type, Map<String, Answer> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                answers.getOrDefault(method.getName(), standard(method.getName())).to(arguments)));
  }

  private static Answer standard(String method) {
    return switch (method) {
      case "getJMSType" -> arguments -> "kind";
      case "getJMSMessageID" -> arguments -> "ID:1";
      case "getJMSTimestamp", "getJMSExpiration", "getBodyLength" -> arguments -> 0L;
      case "getJMSPriority", "getIntProperty", "readBytes" -> arguments -> 1;
      case "getJMSRedelivered", "propertyExists" -> arguments -> false;
      case "getPropertyNames" -> arguments -> Collections.emptyEnumeration();
      default -> arguments -> null;
    };
  }
}
