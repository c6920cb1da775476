// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.semel.estate.ServerKind;
import org.semel.estate.WildFly;

/**
 * One application whose users log in at a provider of OpenID Connect: a running WildFly is switched
 * to that by the very scripts under {@code server-config}, and off again.
 */
final class OidcLogins implements AutoCloseable {

  private static final Path FILES = Path.of("server-config");
  private static final String EXAMPLE = "set war=example.war";

  private final WebArchive war;
  private final Map<String, String> values;
  private final WildFly server;

  OidcLogins(ServerKind kind, WebArchive war, OidcProvider provider) {
    this.war = war;
    this.values =
        Map.of(
            "semel.server.oidc.provider", provider.address(),
            "semel.server.oidc.client", OidcProvider.CLIENT,
            "semel.server.oidc.secret", OidcProvider.SECRET);
    this.server = SharedEstate.of(kind).wildFly();
  }

  WildFly server() {
    return server;
  }

  void on() {
    try {
      run("oidc.cli", "/system-property=%s:add(value=\"%s\")%n");
      server.deploy(war);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void off() {
    try {
      server.undeploy(war.getName());
      run("undo-oidc.cli", "/system-property=%s:remove%n");
      server.deploy(war);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    server.undeploy(war.getName());
  }

  /** With the values, which a user gives at the start, and the name of the application. */
  private void run(String file, String eachValue) throws IOException {
    StringBuilder script = new StringBuilder();
    values.forEach((name, value) -> script.append(eachValue.formatted(name, value)));
    script.append(
        Files.readString(FILES.resolve("wildfly").resolve(file))
            .replace(EXAMPLE, "set war=" + war.getName()));
    Path copy = SharedEstate.directory("oidc-").resolve(file);
    Files.writeString(copy, script);
    server.cli(copy);
  }
}
