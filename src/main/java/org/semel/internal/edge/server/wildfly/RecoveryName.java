// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server.wildfly;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import javax.transaction.xa.XAResource;
import org.semel.internal.edge.jms.session.DirectSessions;

/**
 * The name under which the server's recovery asks an Artemis broker for its branches: the JNDI name
 * of a pooled factory, and the broker's node. The transaction manager writes it into its log beside
 * each branch of a resource that bears it. If a crash comes between a branch's commit and the end
 * of the log's record, recovery can say that it has asked this broker and that the branch is ended;
 * without a name it keeps the record for a person (Narayana, {@code
 * XAResourceRecord.topLevelCommit}). A factory of another broker's can do no harm, as the node is
 * part of the name.
 *
 * <p>Artemis puts the name on its resources by itself where a server pools them ({@code
 * ActiveMQRAManagedConnection.getXAResource}). This does the same for a session that no one pools,
 * through the classes that the pooled factory came with, as no application sees them.
 */
final class RecoveryName implements DirectSessions.Naming {

  private static final String SERVICE =
      "org.apache.activemq.artemis.service.extensions.ServiceUtils";

  private final String jndi;
  private final Method wrap;

  private RecoveryName(String jndi, Method wrap) {
    this.jndi = jndi;
    this.wrap = wrap;
  }

  /**
   * The name that {@code pooled} gives its broker.
   *
   * @param jndi where the server's configuration binds that factory
   * @throws IllegalArgumentException if it is no pooled factory of Artemis
   */
  static RecoveryName of(String jndi, Object pooled) {
    try {
      Class<?> service = Class.forName(SERVICE, true, pooled.getClass().getClassLoader());
      return new RecoveryName(
          jndi, service.getMethod("wrapXAResource", XAResource.class, Map.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          jndi + " is a " + pooled.getClass().getName() + ", and no pooled factory of Artemis", e);
    }
  }

  @Override
  public XAResource name(XAResource enlisted, XAResource session) {
    try {
      Object node = session.getClass().getMethod("getNodeId").invoke(session);
      Map<String, Object> properties =
          Map.of("ACTIVEMQ_JNDI_ID", jndi, "ACTIVEMQ_NODE_ID", String.valueOf(node));
      return (XAResource) wrap.invoke(null, enlisted, properties);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(unnamed(session), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(unnamed(session), e);
    }
  }

  private String unnamed(XAResource session) {
    return "%s is not an Artemis session, so recovered-by=%s cannot be applied; remove recovered-by"
        .formatted(session.getClass().getName(), jndi);
  }
}
