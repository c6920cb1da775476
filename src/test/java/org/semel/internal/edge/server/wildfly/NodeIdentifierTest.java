// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server.wildfly;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The node's name by management beans that are named and answer as WildFly's do. While that boots,
 * its model has no such resource yet, and a question is a line of level ERROR in its log.
 */
class NodeIdentifierTest {

  private static final String STATE = "jboss.root:type=state";
  private static final String TRANSACTIONS = "jboss.as:subsystem=transactions";

  private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
  private final AtomicInteger questions = new AtomicInteger();

  /** What WildFly says of itself. */
  public interface State {
    String getRunningState();
  }

  /** Of its subsystem. */
  public interface Transactions {
    String getNodeIdentifier();
  }

  @AfterEach
  void forget() throws JMException {
    for (String name : new String[] {STATE, TRANSACTIONS}) {
      if (beans.isRegistered(new ObjectName(name))) {
        beans.unregisterMBean(new ObjectName(name));
      }
    }
  }

  @Test
  void aServerThatBootsIsNotAsked() throws JMException {
    server("starting");
    assertThat(NodeIdentifier.ofThisServer()).isEmpty();
    assertThat(questions).hasValue(0);
  }

  @Test
  void onceItHasBootedItsNameIsKnown() throws JMException {
    server("normal");
    assertThat(NodeIdentifier.ofThisServer()).contains("node-1");
  }

  @Test
  void aServerThatSaysNothingOfItsStateIsAsked() throws JMException {
    server(null);
    assertThat(NodeIdentifier.ofThisServer()).contains("node-1");
  }

  @Test
  void noOtherServerHasSuchAName() {
    assertThat(NodeIdentifier.ofThisServer()).isEmpty();
  }

  private void server(String state) throws JMException {
    if (state != null) {
      State says = () -> state;
      beans.registerMBean(new StandardMBean(says, State.class), new ObjectName(STATE));
    }
    Transactions names =
        () -> {
          questions.incrementAndGet();
          return "node-1";
        };
    beans.registerMBean(
        new StandardMBean(names, Transactions.class) {
          @Override
          public Object getAttribute(String name)
              throws javax.management.AttributeNotFoundException,
                  javax.management.MBeanException,
                  javax.management.ReflectionException {
            return super.getAttribute("NodeIdentifier");
          }
        },
        new ObjectName(TRANSACTIONS));
  }
}
