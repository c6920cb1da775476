// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import org.jboss.arquillian.container.spi.client.container.DeployableContainer;
import org.jboss.arquillian.container.spi.client.container.DeploymentException;
import org.jboss.arquillian.container.spi.client.protocol.ProtocolDescription;
import org.jboss.arquillian.container.spi.client.protocol.metadata.HTTPContext;
import org.jboss.arquillian.container.spi.client.protocol.metadata.ProtocolMetaData;
import org.jboss.arquillian.container.spi.client.protocol.metadata.Servlet;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.descriptor.api.Descriptor;

/**
 * A server of the {@link SharedEstate}, for Arquillian: it is configured by the files under {@code
 * server-config}, and runs already if other tests have started it. It starts with its first
 * deployment, so that a server that nobody asks for stays down, and ends with the tests.
 */
public final class EstateContainer implements DeployableContainer<EstateContainerSettings> {

  /** As Arquillian's servlet protocol for Jakarta EE calls the servlet that runs the tests. */
  private static final String RUNNER = "ArquillianServletRunnerEE9";

  private EstateContainerSettings settings = new EstateContainerSettings();

  @Override
  public Class<EstateContainerSettings> getConfigurationClass() {
    return EstateContainerSettings.class;
  }

  @Override
  public void setup(EstateContainerSettings configuration) {
    settings = configuration;
  }

  @Override
  public void start() {}

  @Override
  public void stop() {}

  @Override
  public ProtocolDescription getDefaultProtocol() {
    return new ProtocolDescription("Servlet 5.0");
  }

  @Override
  public ProtocolMetaData deploy(Archive<?> archive) throws DeploymentException {
    SharedEstate estate = SharedEstate.of(settings.kind());
    try {
      estate.server().deploy(archive);
    } catch (IllegalStateException e) {
      throw new DeploymentException(archive.getName() + " was refused", e);
    }
    String context = "/" + archive.getName().replaceFirst("\\.war$", "");
    HTTPContext http = new HTTPContext("localhost", estate.server().httpPort());
    http.add(new Servlet(RUNNER, context));
    return new ProtocolMetaData().addContext(http);
  }

  @Override
  public void undeploy(Archive<?> archive) {
    SharedEstate.of(settings.kind()).server().undeploy(archive.getName());
  }

  @Override
  public void deploy(Descriptor descriptor) throws DeploymentException {
    throw new DeploymentException("what a server has stands in server-config");
  }

  @Override
  public void undeploy(Descriptor descriptor) throws DeploymentException {
    throw new DeploymentException("what a server has stands in server-config");
  }
}
