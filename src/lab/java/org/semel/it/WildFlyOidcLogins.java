// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.semel.estate.ServerKind;
import org.semel.estate.WildFly;

/** Switches the running server that all tests share, by scripts. */
final class WildFlyOidcLogins implements OidcLogins {

  private static final Path SCRIPTS = Path.of("server-config/wildfly");
  private static final String EXAMPLE = "set war=example.war";

  private final WebArchive war;
  private final OidcProvider provider;
  private final WildFly server = SharedEstate.of(ServerKind.WILDFLY).wildFly();

  WildFlyOidcLogins(WebArchive war, OidcProvider provider) {
    this.war = war;
    this.provider = provider;
  }

  @Override
  public WildFly server() {
    return server;
  }

  @Override
  public void on() {
    run("oidc.cli", "/system-property=%s:add(value=\"%s\")%n");
    server.deploy(war);
  }

  @Override
  public void off() {
    server.undeploy(war.getName());
    run("undo-oidc.cli", "/system-property=%s:remove%n");
    server.deploy(war);
  }

  @Override
  public void close() {
    server.undeploy(war.getName());
  }

  /** With the values, which a user gives at the start, and the name of the application. */
  private void run(String file, String eachValue) {
    try {
      StringBuilder script = new StringBuilder();
      provider
          .properties()
          .forEach((name, value) -> script.append(eachValue.formatted(name, value)));
      script.append(
          Files.readString(SCRIPTS.resolve(file)).replace(EXAMPLE, "set war=" + war.getName()));
      Path copy = SharedEstate.directory("oidc-").resolve(file);
      Files.writeString(copy, script);
      server.cli(copy);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
