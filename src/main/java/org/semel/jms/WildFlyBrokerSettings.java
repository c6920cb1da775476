// SPDX-License-Identifier: Apache-2.0
package org.semel.jms;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.semel.jms.AddressSettings.DeadLetters;

/**
 * The settings of the broker inside WildFly, as the server's management model shows them within its
 * own virtual machine: no user, no password, no network. Sees nothing of a broker elsewhere.
 *
 * @see <a href="https://docs.wildfly.org/39/Admin_Guide.html#JMX">WildFly: JMX subsystem</a>
 */
public final class WildFlyBrokerSettings implements BrokerSettings {

  private static final String SERVER = "jboss.as:subsystem=messaging-activemq,server=*";

  private final MBeanServer server;

  public WildFlyBrokerSettings() {
    this(ManagementFactory.getPlatformMBeanServer());
  }

  WildFlyBrokerSettings(MBeanServer server) {
    this.server = server;
  }

  @Override
  public Sight of(String queue) {
    try {
      if (isStarting()) {
        return new Sight.NotYet();
      }
      for (ObjectName bean : names(SERVER + ",jms-queue=*")) {
        if (isNamed(bean, queue)) {
          return new Sight.Seen(settings(bean));
        }
      }
      return new Sight.Hidden();
    } catch (JMException e) {
      return new Sight.Hidden(); // not this server, or one that hides it: nobody here can tell
    }
  }

  /** Until it has booted, the model shows names and no values. */
  private boolean isStarting() throws JMException {
    for (ObjectName root : names("jboss.as:management-root=server")) {
      return "starting".equals(server.getAttribute(root, "serverState"));
    }
    return false;
  }

  private boolean isNamed(ObjectName bean, String queue) throws JMException {
    return queue.equals(property(bean, "jms-queue"))
        || Arrays.asList((String[]) server.getAttribute(bean, "entries")).contains(queue);
  }

  private AddressSettings settings(ObjectName queue) throws JMException {
    String address = (String) server.getAttribute(queue, "queueAddress");
    Object deadLetters = server.getAttribute(queue, "deadLetterAddress");
    return new AddressSettings(
        deadLetters == null ? DeadLetters.THROWN_AWAY : deadLetters((String) deadLetters),
        maxDeliveries(property(queue, "server"), address));
  }

  private DeadLetters deadLetters(String address) throws JMException {
    for (ObjectName bean : names(SERVER + ",jms-queue=*")) {
      if (address.equals(server.getAttribute(bean, "queueAddress"))) {
        return DeadLetters.KEPT;
      }
    }
    return DeadLetters.QUEUE_MISSING;
  }

  /** The most particular setting that fits the address decides. */
  private int maxDeliveries(String broker, String address) throws JMException {
    String pattern =
        "jboss.as:subsystem=messaging-activemq,server=" + broker + ",address-setting=*";
    Optional<ObjectName> best =
        names(pattern).stream()
            .filter(bean -> AddressMatch.fits(property(bean, "address-setting"), address))
            .max(
                Comparator.comparing(bean -> AddressMatch.rank(property(bean, "address-setting"))));
    return best.isEmpty() ? -1 : (Integer) server.getAttribute(best.get(), "maxDeliveryAttempts");
  }

  private Set<ObjectName> names(String pattern) throws JMException {
    return server.queryNames(new ObjectName(pattern), null);
  }

  private static String property(ObjectName bean, String key) {
    String value = bean.getKeyProperty(key);
    return value.startsWith("\"") ? ObjectName.unquote(value) : value;
  }
}
