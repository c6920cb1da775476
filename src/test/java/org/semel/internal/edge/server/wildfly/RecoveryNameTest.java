// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server.wildfly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.arjuna.ats.arjuna.common.Uid;
import com.arjuna.ats.jta.xa.XidImple;
import jakarta.jms.JMSException;
import jakarta.jms.XAConnection;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.apache.activemq.artemis.core.client.impl.ClientSessionInternal;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;
import org.apache.activemq.artemis.service.extensions.xa.ActiveMQXAResourceWrapperImpl;
import org.junit.jupiter.api.Test;
import org.semel.small.SmallServer;

/**
 * The name by which recovery knows a broker, on the sessions of a broker that runs. Outside of
 * WildFly Artemis's own wrapper stands for the server's.
 */
class RecoveryNameTest {

  private final ActiveMQXAConnectionFactory factory = SmallServer.shared().broker().xaFactory();
  private final RecoveryName name = RecoveryName.of("java:/jms/semelXA", factory);

  @Test
  void aSessionBearsTheFactorysNameAndItsBrokersNode() throws JMSException {
    try (XAConnection connection = factory.createXAConnection()) {
      XAResource session = connection.createXASession().getXAResource();
      String node = ((ClientSessionInternal) session).getNodeId();
      assertThat(name.name(session, session))
          .isInstanceOfSatisfying(
              ActiveMQXAResourceWrapperImpl.class,
              named ->
                  assertThat(named.getJndiName()).isEqualTo("java:/jms/semelXA NodeId:" + node));
    }
  }

  /** Or the transaction manager would write the resource itself into its log. */
  @Test
  void whoBearsANameIsNothingThatCouldBeSerialised() throws JMSException {
    try (XAConnection connection = factory.createXAConnection()) {
      XAResource session = connection.createXASession().getXAResource();
      assertThat(name.name(session, session)).isNotInstanceOf(Serializable.class);
    }
  }

  @Test
  void whatIsEnlistedAnswersAsBefore() throws JMSException, XAException {
    try (XAConnection connection = factory.createXAConnection()) {
      XAResource session = connection.createXASession().getXAResource();
      XAResource named = name.name(session, session);
      Xid branch = new XidImple(new Uid());
      assertThatThrownBy(() -> named.commit(branch, false))
          .isInstanceOfSatisfying(
              XAException.class, e -> assertThat(e.errorCode).isEqualTo(XAException.XAER_NOTA));
      named.start(branch, XAResource.TMNOFLAGS);
      named.end(branch, XAResource.TMSUCCESS);
      assertThat(named.prepare(branch)).isEqualTo(session.prepare(branch));
      session.rollback(branch);
    }
  }

  @Test
  void aSessionOfAnotherBrokersIsRefused() {
    XAResource other =
        (XAResource)
            Proxy.newProxyInstance(
                XAResource.class.getClassLoader(),
                new Class<?>[] {XAResource.class},
                (proxy, method, arguments) -> null);
    assertThatThrownBy(() -> name.name(other, other))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("remove recovered-by");
  }

  @Test
  void aFactoryThatIsNotOfArtemisIsRefused() {
    assertThatThrownBy(() -> RecoveryName.of("java:/jms/other", "no factory"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no pooled factory of Artemis");
  }
}
