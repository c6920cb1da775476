// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server.liberty;

import java.lang.management.ManagementFactory;
import java.util.Optional;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.semel.internal.edge.server.PoolSettings;
import org.semel.internal.engine.receive.proof.Setting;

/**
 * The pools of the server, as their beans show them within its own virtual machine: no user, no
 * password, no network. A pool that no one has used yet is not there.
 *
 * @see <a href="https://openliberty.io/docs/latest/reference/jmx-metrics-list.html">Open Liberty:
 *     JMX metrics</a>
 */
final class LibertyPoolSettings implements PoolSettings {

  private static final String POOLS =
      "WebSphere:type=com.ibm.ws.jca.cm.mbean.ConnectionManagerMBean,*";

  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

  @Override
  public Setting<Integer> of(String dataSource) {
    try {
      for (ObjectName pool : server.queryNames(new ObjectName(POOLS), null)) {
        if (dataSource.equals(server.getAttribute(pool, "jndiName"))) {
          return setting(server.getAttribute(pool, "maxSize"));
        }
      }
      return new Setting.Hidden<>();
    } catch (JMException e) {
      return new Setting.Hidden<>(); // it cannot be seen from here
    }
  }

  /** A pool without a bound shows none above zero. */
  private static Setting<Integer> setting(Object most) {
    return most instanceof Number connections && connections.intValue() > 0
        ? new Setting.Seen<>(connections.intValue())
        : new Setting.Hidden<>();
  }

  /**
   * Empty under any {@code purgePolicy}: a connection in use is closed only when its user returns
   * it.
   *
   * @see <a href="https://openliberty.io/docs/latest/reference/config/connectionManager.html">Open
   *     Liberty: connectionManager</a>
   */
  @Override
  public Optional<String> closesOthers(String dataSource) {
    return Optional.empty();
  }

  @Override
  public String size() {
    return "maxPoolSize (of its connectionManager)";
  }

  @Override
  public String patience() {
    return "connectionTimeout";
  }
}
