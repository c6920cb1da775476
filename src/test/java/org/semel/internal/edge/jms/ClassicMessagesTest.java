// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import java.io.EOFException;
import java.net.SocketException;
import java.util.stream.Stream;
import org.apache.activemq.ConnectionFailedException;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.core.client.impl.ClientMessageImpl;
import org.apache.activemq.artemis.jms.client.ActiveMQTextMessage;
import org.apache.activemq.command.ActiveMQMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Limits;
import org.semel.message.ParkingReason;
import org.semel.small.BrokenMessages;

/** Messages of ActiveMQ Classic, which its client has in hand, as they came. */
class ClassicMessagesTest {

  private final JmsMessages messages = new JmsMessages("q", new Limits(1 << 20, 100, 1000));

  static Stream<String> broken() {
    return BrokenMessages.all().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("broken")
  void whatItsClientCannotReadIsRefusedWithItsBytes(String what) throws JMSException {
    ActiveMQMessage message = BrokenMessages.all().get(what);
    byte[] content = BrokenMessages.content(message);
    message.setJMSType("kind");
    message.setReadOnlyBody(true);
    Arrival arrival = messages.copy(message);
    assertThat(arrival)
        .isInstanceOfSatisfying(
            Arrival.Refused.class,
            refused -> assertThat(refused.verdict().reason()).isEqualTo(ParkingReason.UNREADABLE));
    assertThat(arrival.message().headers().find("JMSType")).contains("kind");
    assertThat(content).startsWith(arrival.message().body().bytes());
    assertThat(arrival.message().body().size()).isEqualTo(Math.min(content.length, 64 * 1024));
  }

  static Stream<JMSException> lost() {
    return Stream.of(
        new IllegalStateException("the session is closed"),
        new ConnectionFailedException(),
        caused(new SocketException("connection reset")),
        linked(new SocketException("connection reset")));
  }

  private static JMSException caused(Exception cause) {
    JMSException failure = new JMSException("of the client");
    failure.initCause(cause);
    return failure;
  }

  private static JMSException linked(Exception cause) {
    JMSException failure = new JMSException("of the client");
    failure.setLinkedException(cause);
    return failure;
  }

  @ParameterizedTest
  @MethodSource("lost")
  void whatALostConnectionDoesNotDeliverIsNoFaultOfTheMessage(JMSException lost) {
    assertThatThrownBy(() -> messages.copy(failing(lost))).isSameAs(lost);
  }

  private static ActiveMQMessage failing(JMSException failure) {
    return new org.apache.activemq.command.ActiveMQTextMessage() {
      @Override
      public String getText() throws JMSException {
        throw failure;
      }
    };
  }

  /** Artemis may read the rest of one from its connection while it is copied. */
  @Test
  void ofAMessageOfArtemisTheConnectionMayBeAtFault() {
    JMSException unknown = caused(new EOFException());
    ClientMessage core = new ClientMessageImpl((byte) 3, true, 0, 1, (byte) 4, 1_024);
    ActiveMQTextMessage message =
        new ActiveMQTextMessage(core, null) {
          @Override
          public Destination getJMSReplyTo() throws JMSException {
            throw unknown;
          }
        };
    assertThatThrownBy(() -> messages.copy(message)).isSameAs(unknown);
  }
}
