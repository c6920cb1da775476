// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server.wildfly;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.semel.internal.edge.server.PoolSettings;
import org.semel.internal.engine.receive.proof.Setting;

/**
 * The pools of WildFly's data sources, as the server's management model shows them within its own
 * virtual machine: no user, no password, no network.
 *
 * @see <a href="https://docs.wildfly.org/39/Admin_Guide.html#JMX">WildFly: JMX subsystem</a>
 */
final class WildFlyPoolSettings implements PoolSettings {

  private static final List<String> KINDS = List.of("xa-data-source", "data-source");

  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final UnaryOperator<String> bound;

  /**
   * The settings of pools by the names that the configuration has for them.
   *
   * @param bound the server's name of what the configuration calls so
   */
  WildFlyPoolSettings(UnaryOperator<String> bound) {
    this.bound = bound;
  }

  @Override
  public Setting<Integer> of(String dataSource) {
    try {
      return isStarting()
          ? new Setting.NotYet<>()
          : read(dataSource, "maxPoolSize")
              .map(WildFlyPoolSettings::setting)
              .orElseGet(Setting.Hidden::new);
    } catch (JMException e) {
      return new Setting
          .Hidden<>(); // not this server, or one that hides it: it cannot be seen from here
    }
  }

  /** Another strategy closes what lies idle, or what is given back. */
  @Override
  public Optional<String> closesOthers(String dataSource) {
    try {
      return read(dataSource, "flushStrategy")
          .filter("EntirePool"::equals)
          .map("flush-strategy=%s"::formatted);
    } catch (JMException e) {
      return Optional.empty();
    }
  }

  @Override
  public String size() {
    return "max-pool-size";
  }

  @Override
  public String patience() {
    return "blocking-timeout-wait-millis";
  }

  private static Setting<Integer> setting(Object most) {
    return most instanceof Integer connections
        ? new Setting.Seen<>(connections)
        : new Setting.Hidden<>();
  }

  private Optional<Object> read(String dataSource, String attribute) throws JMException {
    for (String kind : KINDS) {
      for (ObjectName bean : names("jboss.as:subsystem=datasources," + kind + "=*")) {
        if (bound.apply(dataSource).equals(server.getAttribute(bean, "jndiName"))) {
          return Optional.ofNullable(server.getAttribute(bean, attribute));
        }
      }
    }
    return Optional.empty();
  }

  /** Until the server has booted, the model shows names but no values. */
  private boolean isStarting() throws JMException {
    for (ObjectName root : names("jboss.as:management-root=server")) {
      return "starting".equals(server.getAttribute(root, "serverState"));
    }
    return false;
  }

  private Set<ObjectName> names(String pattern) throws JMException {
    return server.queryNames(new ObjectName(pattern), null);
  }
}
