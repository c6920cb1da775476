// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server.wildfly;

import java.lang.management.ManagementFactory;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.semel.internal.edge.jms.AddressMatch;
import org.semel.internal.edge.jms.AddressSettings;
import org.semel.internal.edge.jms.AddressSettings.DeadLetters;
import org.semel.internal.edge.jms.BrokerSettings;
import org.semel.internal.engine.receive.proof.Setting;

/**
 * The settings of the broker inside WildFly, as the server's management model shows them within its
 * own virtual machine: no user, no password, no network. Read only if the consumer's connection
 * factory reaches that broker by in-vm connectors. The settings of a broker elsewhere are not
 * visible, even if queues of the same names exist inside.
 *
 * @see <a href="https://docs.wildfly.org/39/Admin_Guide.html#JMX">WildFly: JMX subsystem</a>
 */
final class WildFlyBrokerSettings implements BrokerSettings {

  private static final String BROKER = "jboss.as:subsystem=messaging-activemq,server=";

  /** A broker that no in-vm connector reaches. */
  private static final String ELSEWHERE = "";

  private final MBeanServer server;
  private final String factory;

  /**
   * The settings of the broker that this factory reaches.
   *
   * @param factory the connection factory's JNDI name, as the server's configuration spells it
   */
  WildFlyBrokerSettings(String factory) {
    this(ManagementFactory.getPlatformMBeanServer(), factory);
  }

  WildFlyBrokerSettings(MBeanServer server, String factory) {
    this.server = server;
    this.factory = factory;
  }

  @Override
  public Setting<AddressSettings> of(String queue) {
    try {
      if (isStarting()) {
        return new Setting.NotYet<>();
      }
      for (String broker : brokers()) {
        for (ObjectName bean : names(BROKER + broker + ",jms-queue=*")) {
          if (isNamed(bean, queue)) {
            return new Setting.Seen<>(settings(bean));
          }
        }
      }
      return new Setting.Hidden<>();
    } catch (JMException e) {
      return new Setting
          .Hidden<>(); // not this server, or one that hides it: it cannot be seen from here
    }
  }

  /** Until the server has booted, the model shows names but no values. */
  private boolean isStarting() throws JMException {
    for (ObjectName root : names("jboss.as:management-root=server")) {
      return "starting".equals(server.getAttribute(root, "serverState"));
    }
    return false;
  }

  /** The inner broker that the factory reaches; empty if it may reach another one. */
  private Set<String> brokers() throws JMException {
    Set<String> found = new TreeSet<>();
    for (String kind : List.of("connection-factory", "pooled-connection-factory")) {
      for (ObjectName bean : names(BROKER + "*," + kind + "=*")) {
        if (texts(bean, "entries").contains(factory)) {
          for (String connector : texts(bean, "connectors")) {
            found.addAll(behind(property(bean, "server"), connector));
          }
        }
      }
    }
    return found.size() == 1 && !found.contains(ELSEWHERE) ? found : Set.of();
  }

  /** The broker whose acceptor has the number of an in-vm connector. */
  private Set<String> behind(String broker, String connector) throws JMException {
    Set<String> found = new TreeSet<>();
    for (ObjectName inVm : names(BROKER + broker + ",in-vm-connector=" + quoted(connector))) {
      Object number = server.getAttribute(inVm, "serverId");
      for (ObjectName acceptor : names(BROKER + "*,in-vm-acceptor=*")) {
        if (Objects.equals(number, server.getAttribute(acceptor, "serverId"))) {
          found.add(property(acceptor, "server"));
        }
      }
    }
    return found.isEmpty() ? Set.of(ELSEWHERE) : found;
  }

  private List<String> texts(ObjectName bean, String attribute) throws JMException {
    String[] texts = (String[]) server.getAttribute(bean, attribute);
    return texts == null ? List.of() : List.of(texts);
  }

  private boolean isNamed(ObjectName bean, String queue) throws JMException {
    return queue.equals(property(bean, "jms-queue")) || texts(bean, "entries").contains(queue);
  }

  private AddressSettings settings(ObjectName queue) throws JMException {
    String address = (String) server.getAttribute(queue, "queueAddress");
    Object deadLetters = server.getAttribute(queue, "deadLetterAddress");
    return new AddressSettings(
        deadLetters == null
            ? DeadLetters.THROWN_AWAY
            : deadLetters(property(queue, "server"), (String) deadLetters),
        maxDeliveries(property(queue, "server"), address));
  }

  private DeadLetters deadLetters(String broker, String address) throws JMException {
    for (ObjectName bean : names(BROKER + broker + ",jms-queue=*")) {
      if (address.equals(server.getAttribute(bean, "queueAddress"))) {
        return DeadLetters.KEPT;
      }
    }
    return DeadLetters.QUEUE_MISSING;
  }

  /** The most specific setting that matches the address decides. */
  private int maxDeliveries(String broker, String address) throws JMException {
    Optional<ObjectName> best =
        names(BROKER + broker + ",address-setting=*").stream()
            .filter(bean -> AddressMatch.fits(property(bean, "address-setting"), address))
            .max(
                Comparator.comparing(bean -> AddressMatch.rank(property(bean, "address-setting"))));
    return best.isEmpty() ? -1 : (Integer) server.getAttribute(best.get(), "maxDeliveryAttempts");
  }

  private Set<ObjectName> names(String pattern) throws JMException {
    return server.queryNames(new ObjectName(pattern), null);
  }

  /** Quotes it for an object name, so that nothing in it is a pattern. */
  private static String quoted(String value) {
    return value.matches("[A-Za-z0-9._-]+") ? value : ObjectName.quote(value);
  }

  private static String property(ObjectName bean, String key) {
    String value = bean.getKeyProperty(key);
    return value.startsWith("\"") ? ObjectName.unquote(value) : value;
  }
}
