// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import org.jboss.arquillian.container.spi.ConfigurationException;
import org.jboss.arquillian.container.spi.client.container.ContainerConfiguration;
import org.semel.estate.ServerKind;

/** What {@code arquillian.xml} says of an {@link EstateContainer}. */
public final class EstateContainerSettings implements ContainerConfiguration {

  private String server = "";

  /** Which one, as {@code -Dsemel.server} names it. */
  public void setServer(String server) {
    this.server = server;
  }

  ServerKind kind() {
    return ServerKind.named(server);
  }

  @Override
  public void validate() throws ConfigurationException {
    try {
      kind();
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(e.getMessage(), e);
    }
  }
}
