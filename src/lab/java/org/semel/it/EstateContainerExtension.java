// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import org.jboss.arquillian.container.spi.client.container.DeployableContainer;
import org.jboss.arquillian.core.spi.LoadableExtension;

/** Tells Arquillian of the {@link EstateContainer}. */
public final class EstateContainerExtension implements LoadableExtension {

  @Override
  public void register(ExtensionBuilder builder) {
    builder.service(DeployableContainer.class, EstateContainer.class);
  }
}
