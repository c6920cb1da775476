// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.session;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.util.Set;
import java.util.UUID;
import javax.transaction.xa.XAResource;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.semel.estate.Ports;
import org.semel.internal.desk.operate.indoubt.BrokerScan.ScanResult;
import org.semel.internal.engine.receive.proof.GlobalTransaction;
import org.semel.small.Broker;
import org.semel.small.Proxied;
import org.semel.small.SmallServer;
import org.semel.xa.HandmadeXid;

/** A real broker is asked what it has prepared, beside a session that works. */
class RecoverScanTest {

  private final Broker broker = SmallServer.shared().broker();
  private final String queue = "scan-" + UUID.randomUUID();
  private final HandmadeXid branch = new HandmadeXid(queue);
  private final GlobalTransaction made =
      new GlobalTransaction(HandmadeXid.FORMAT, branch.getGlobalTransactionId());
  private final RecoverScan scan =
      new RecoverScan("jms/semelXA", broker::xaFactory, failure -> failure.getClass().getName());
  private XAConnection connection;
  private XASession session;
  private XAResource resource;

  @BeforeEach
  void open() throws Exception {
    broker.queue(queue);
    connection = broker.xaFactory().createXAConnection();
    session = connection.createXASession();
    resource = session.getXAResource();
  }

  @AfterEach
  void close() throws Exception {
    connection.close();
  }

  @Test
  void aBranchThatTheBrokerHasPreparedIsSeenUntilItEnds() throws Exception {
    begin();
    assertThat(prepared()).as("it still works").doesNotContain(made);
    resource.end(branch, XAResource.TMSUCCESS);
    resource.prepare(branch);
    assertThat(prepared()).contains(made);
    resource.rollback(branch);
    assertThat(prepared()).doesNotContain(made);
    assertThat(broker.messages(queue)).isZero();
  }

  /** Neither a session that works nor a branch that is prepared is touched by being looked at. */
  @Test
  void whatIsLookedAtGoesOnAndCommits() throws Exception {
    begin();
    prepared();
    resource.end(branch, XAResource.TMSUCCESS);
    prepared();
    resource.prepare(branch);
    for (int i = 0; i < 3; i++) {
      assertThat(prepared()).contains(made);
    }
    resource.commit(branch, false);
    assertThat(broker.messages(queue)).isOne();
    assertThat(prepared()).doesNotContain(made);
  }

  @Test
  void aBrokerThatIsAwayCannotBeSeenAndTheReasonIsSaid() {
    ActiveMQXAConnectionFactory away =
        new ActiveMQXAConnectionFactory("tcp://localhost:" + Ports.free());
    ScanResult found =
        new RecoverScan("jms/away", () -> away, failure -> failure.getClass().getName()).ask();
    assertThat(found)
        .isInstanceOfSatisfying(
            ScanResult.Unseen.class,
            hidden -> assertThat(hidden.why()).startsWith("it does not answer: jakarta.jms."));
  }

  @Test
  void aFactoryThatIsNotThereOrOpensNoXaSessionCannotBeSeen() {
    ConnectionFactory plain = Proxied.as(ConnectionFactory.class, (method, arguments) -> null);
    assertThat(new RecoverScan("jms/plain", () -> plain, Throwable::toString).ask())
        .isInstanceOf(ScanResult.Unseen.class);
    assertThat(
            new RecoverScan(
                    "jms/missing",
                    () -> {
                      throw new IllegalStateException("nothing is bound there");
                    },
                    failure -> failure.getClass().getName())
                .ask())
        .isEqualTo(new ScanResult.Unseen("it does not answer: java.lang.IllegalStateException"));
  }

  private void begin() throws Exception {
    resource.start(branch, XAResource.TMNOFLAGS);
    session.createProducer(session.createQueue(queue)).send(session.createTextMessage("in doubt"));
  }

  private Set<GlobalTransaction> prepared() {
    return ((ScanResult.Listed) scan.ask()).all();
  }
}
