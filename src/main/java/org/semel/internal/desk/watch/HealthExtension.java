// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;

/**
 * Gives the server's own health check what {@code semel/health} tells, where the server has one. An
 * extension, and no beans that are found: a bean of a type that a server lacks would be a class
 * that it cannot load.
 */
public class HealthExtension implements Extension {

  private static final String API = "org.eclipse.microprofile.health.HealthCheck";

  /** Called by the container. */
  void add(@Observes AfterBeanDiscovery found) {
    if (isThere()) {
      ServerHealthChecks.addTo(found);
    }
  }

  private static boolean isThere() {
    try {
      return Class.forName(API, false, HealthExtension.class.getClassLoader()) != null;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }
}
