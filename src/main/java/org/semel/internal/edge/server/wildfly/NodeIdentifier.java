// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server.wildfly;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.semel.Code;
import org.semel.internal.engine.receive.proof.GlobalTransaction;
import org.semel.internal.engine.receive.proof.Refusal;

/**
 * The node identifier in a global transaction identifier. Narayana writes its 28 byte Uid and then
 * the node's name; recovery of another server that bears the same name takes such a branch for its
 * own.
 *
 * @see <a
 *     href="https://github.com/jbosstm/narayana/blob/main/ArjunaJTA/jta/classes/com/arjuna/ats/jta/xa/XATxConverter.java">
 *     XATxConverter</a>
 */
final class NodeIdentifier {

  private static final int NARAYANA = 131077;
  private static final int UID_BYTES = 28;

  /** Narayana's own default, and what an unset expression leaves. */
  private static final Set<String> DEFAULTS = Set.of("", "1");

  private NodeIdentifier() {}

  /**
   * The refusal of a node that cannot be told from others by the transactions that it makes; empty
   * if it can.
   */
  static Optional<Refusal> fault(GlobalTransaction made) {
    return of(made).filter(DEFAULTS::contains).map(NodeIdentifier::refusal);
  }

  /**
   * The identifier that the server's management model shows within its own virtual machine; empty
   * if it shows none, and while the server boots.
   */
  static Optional<String> ofThisServer() {
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    try {
      if (isBooting(beans)) {
        return Optional.empty();
      }
      Object name =
          beans.getAttribute(new ObjectName("jboss.as:subsystem=transactions"), "nodeIdentifier");
      return Optional.ofNullable(name).map(Object::toString);
    } catch (JMException e) {
      return Optional.empty();
    }
  }

  /** Then the model lacks what is registered already, and a question is an ERROR in its log. */
  private static boolean isBooting(MBeanServer beans) throws JMException {
    ObjectName state = new ObjectName("jboss.root:type=state");
    return beans.isRegistered(state)
        && "starting".equals(beans.getAttribute(state, "RunningState"));
  }

  /**
   * The identifier of the node that made the transaction; empty if another kind of transaction
   * manager made it.
   */
  static Optional<String> of(GlobalTransaction made) {
    byte[] id = made.id();
    return made.format() == NARAYANA && id.length >= UID_BYTES
        ? Optional.of(new String(id, UID_BYTES, id.length - UID_BYTES, StandardCharsets.UTF_8))
        : Optional.empty();
  }

  /** The global id that a node of this name writes behind a Uid. */
  static GlobalTransaction made(byte[] uid, String node) {
    byte[] name = node.getBytes(StandardCharsets.UTF_8);
    byte[] id = Arrays.copyOf(uid, uid.length + name.length);
    System.arraycopy(name, 0, id, uid.length, name.length);
    return new GlobalTransaction(NARAYANA, id);
  }

  private static Refusal refusal(String node) {
    return new Refusal(
        Code.NODE_IDENTIFIER_DEFAULT,
        "The transaction manager's node identifier is the default '" + node + "'.",
        "Give each server its own: two of one name roll back each other's transactions on recovery.");
  }
}
