// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.body;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import org.apache.activemq.artemis.core.client.impl.ClientSessionImpl;
import org.apache.activemq.artemis.core.protocol.core.Channel;
import org.apache.activemq.artemis.core.protocol.core.ChannelHandler;
import org.apache.activemq.artemis.core.protocol.core.impl.ActiveMQSessionContext;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQSession;
import org.apache.activemq.artemis.ra.ActiveMQRASession;
import org.junit.jupiter.api.Test;
import org.semel.small.ActiveMq;
import org.semel.small.SmallServer;

/** A session that a pool keeps for others is left as it was. */
class ReceivedPacketsTest {

  @Test
  void whatWasPutBeforeASessionIsTakenAwayAgainAndNeverStandsBeforeAnother() throws JMSException {
    try (ActiveMQConnectionFactory factory = SmallServer.shared().broker().plainFactory();
        Connection connection = factory.createConnection();
        Session session = connection.createSession()) {
      Channel channel = channel(session);
      ChannelHandler client = channel.getHandler();
      ReceivedPackets first = ReceivedPackets.before(session).orElseThrow();
      ReceivedPackets second = ReceivedPackets.before(session).orElseThrow();
      ChannelHandler before = channel.getHandler();
      first.close();
      assertThat(channel.getHandler()).isSameAs(before).isNotSameAs(client);
      second.close();
      assertThat(channel.getHandler()).isSameAs(client);
    }
  }

  @Test
  void beforeAnotherBrokersSessionThereIsNone() throws JMSException {
    try (ActiveMq classic = ActiveMq.start();
        Connection connection = classic.plainFactory().createConnection();
        Session session = connection.createSession()) {
      assertThat(ReceivedPackets.before(session)).isEmpty();
    }
  }

  /** Of its sessions none can be had here: it is called by its name. */
  @Test
  void theResourceAdapterHasTheSessionThatItWraps() throws NoSuchMethodException {
    assertThat(ActiveMQRASession.class.getDeclaredMethod("getSessionInternal").getReturnType())
        .isEqualTo(Session.class);
  }

  private static Channel channel(Session session) {
    ClientSessionImpl core = (ClientSessionImpl) ((ActiveMQSession) session).getCoreSession();
    return ((ActiveMQSessionContext) core.getSessionContext()).getSessionChannel();
  }
}
