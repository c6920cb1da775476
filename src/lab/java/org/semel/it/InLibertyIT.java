// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.TargetsContainer;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.semel.estate.ServerKind;

@DisabledIfSystemProperty(named = "semel.server", matches = "wildfly")
class InLibertyIT extends InServerContract {

  @Deployment
  @TargetsContainer("liberty")
  public static WebArchive application() {
    return InsideWar.on(ServerKind.LIBERTY);
  }

  @Override
  protected String platform() {
    return "LibertyPlatform";
  }
}
