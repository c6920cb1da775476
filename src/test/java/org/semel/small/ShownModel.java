// SPDX-License-Identifier: Apache-2.0
package org.semel.small;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.JMException;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Parts of WildFly's management model, shown by a server of beans until it is closed. */
public final class ShownModel implements AutoCloseable {

  private final MBeanServer server;
  private final List<ObjectName> shown = new ArrayList<>();

  public ShownModel(MBeanServer server) {
    this.server = server;
  }

  /** In this virtual machine, as WildFly does. */
  public static ShownModel here() {
    return new ShownModel(ManagementFactory.getPlatformMBeanServer());
  }

  /** Shows an XA data source whose pool holds so many connections at most. */
  public ShownModel dataSource(String jndiName, int most) {
    return dataSource(jndiName, most, "FailingConnectionOnly");
  }

  /** Shows one whose pool closes, with a broken connection, what that strategy says. */
  public ShownModel dataSource(String jndiName, int most, String flushStrategy) {
    return show(
        "subsystem=datasources,xa-data-source=d" + shown.size(),
        Map.of("jndiName", jndiName, "maxPoolSize", most, "flushStrategy", flushStrategy));
  }

  /** Shows how far the server has started. */
  public ShownModel state(String state) {
    return show("management-root=server", Map.of("serverState", state));
  }

  /** Shows a resource, by its address and what can be read of it. */
  public ShownModel show(String name, Map<String, Object> attributes) {
    try {
      ObjectName bean = new ObjectName("jboss.as:" + name);
      server.registerMBean(new Shown(attributes), bean);
      shown.add(bean);
      return this;
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    for (ObjectName bean : shown) {
      try {
        server.unregisterMBean(bean);
      } catch (JMException e) {
        throw new IllegalStateException(e);
      }
    }
    shown.clear();
  }

  /** A resource of the model, which only can be read. */
  private record Shown(Map<String, Object> attributes) implements DynamicMBean {

    @Override
    public Object getAttribute(String name) throws AttributeNotFoundException {
      if (!attributes.containsKey(name)) {
        throw new AttributeNotFoundException(name);
      }
      return attributes.get(name);
    }

    @Override
    public void setAttribute(Attribute attribute) {
      throw new UnsupportedOperationException();
    }

    @Override
    public AttributeList getAttributes(String[] names) {
      throw new UnsupportedOperationException();
    }

    @Override
    public AttributeList setAttributes(AttributeList attributes) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Object invoke(String action, Object[] parameters, String[] signature) {
      throw new UnsupportedOperationException();
    }

    @Override
    public MBeanInfo getMBeanInfo() {
      return new MBeanInfo(getClass().getName(), "", null, null, null, null);
    }
  }
}
