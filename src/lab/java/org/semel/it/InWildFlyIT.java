// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.TargetsContainer;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.semel.estate.ServerKind;

@DisabledIfSystemProperty(named = "semel.server", matches = "liberty")
class InWildFlyIT extends InServerContract {

  @Deployment
  @TargetsContainer("wildfly")
  public static WebArchive application() {
    return InsideWar.on(ServerKind.WILDFLY);
  }

  @Override
  protected String platform() {
    return "WildFlyPlatform";
  }
}
