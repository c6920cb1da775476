// SPDX-License-Identifier: Apache-2.0
package org.semel.ra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.JMSException;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ActivationSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyConnectorFactory;
import org.apache.activemq.artemis.core.transaction.impl.XidImpl;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;
import org.apache.activemq.artemis.ra.inflow.ActiveMQActivationSpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.semel.estate.Artemis;

/** What Open Liberty asks of the adapter after a crash, with a broker that can go away. */
class ArtemisAdapterTest {

  private static final String QUEUE = "orders";

  @TempDir private Path directory;
  private Artemis broker;
  private final ArtemisAdapter adapter = new ArtemisAdapter();

  @BeforeEach
  void start() {
    broker = new Artemis(directory, List.of(Artemis.DEAD_LETTERS, QUEUE)).start();
    adapter.setConnectorClassName(NettyConnectorFactory.class.getName());
    adapter.setConnectionParameters("host=localhost;port=" + broker.port());
    adapter.setReconnectAttempts(0);
  }

  @AfterEach
  void stop() {
    adapter.stop();
    broker.close();
  }

  @Test
  void aSpecBuiltAnewHasExactlyOneResource() throws ResourceException {
    XAResource first = adapter.getXAResources(new ActivationSpec[] {spec()})[0];
    assertThat(adapter.getXAResources(new ActivationSpec[] {spec()})).containsExactly(first);
  }

  @Test
  void itEndsWhatAnotherSessionHasPrepared() throws Exception {
    Xid branch = prepared();
    XAResource resource = adapter.getXAResources(new ActivationSpec[] {spec()})[0];
    assertThat(branches(resource)).containsExactly(branch);
    resource.commit(branch, false);
    assertThat(branches(resource)).isEmpty();
    assertThat(broker.messages(QUEUE)).isOne();
  }

  @Test
  void withoutItsBrokerASpecHasNoneAndOnceItIsBackTheSameOne() throws Exception {
    Xid branch = prepared();
    XAResource before = adapter.getXAResources(new ActivationSpec[] {spec()})[0];
    broker.kill();
    assertThatThrownBy(() -> adapter.getXAResources(new ActivationSpec[] {spec()}))
        .isInstanceOf(ResourceException.class);
    broker.start();
    XAResource after = adapter.getXAResources(new ActivationSpec[] {spec()})[0];
    assertThat(after).isSameAs(before);
    assertThat(branches(after)).containsExactly(branch);
  }

  private static ActivationSpec spec() {
    ActiveMQActivationSpec spec = new ActiveMQActivationSpec();
    spec.setDestination(QUEUE);
    spec.setDestinationType("jakarta.jms.Queue");
    spec.setMaxSession(8);
    return spec;
  }

  private static List<Xid> branches(XAResource resource) throws XAException {
    return List.of(resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN));
  }

  /** The branch of a message sent, prepared and not decided. */
  private Xid prepared() throws JMSException, XAException {
    Xid branch =
        new XidImpl(
            UUID.randomUUID().toString().getBytes(StandardCharsets.UTF_8), 1, new byte[] {1});
    try (ActiveMQXAConnectionFactory factory = new ActiveMQXAConnectionFactory(broker.url());
        XAConnection connection = factory.createXAConnection();
        XASession session = connection.createXASession()) {
      XAResource resource = session.getXAResource();
      resource.start(branch, XAResource.TMNOFLAGS);
      session
          .createProducer(session.createQueue(QUEUE))
          .send(session.createTextMessage("an order"));
      resource.end(branch, XAResource.TMSUCCESS);
      resource.prepare(branch);
    }
    return branch;
  }
}
