// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.semel.estate.Artemis;
import org.semel.estate.Liberty;
import org.semel.estate.ServerKind;

/**
 * Starts a server of its own with the user's file and without it: its features change by that, and
 * with them all applications start anew. It receives nothing, so that its broker is away.
 */
final class LibertyOidcLogins implements OidcLogins {

  private static final Path FILE = Path.of("server-config/liberty/oidc.xml");
  private static final String NAME = "oidc-logins";

  /** The provider of the tests has no TLS, without which Liberty asks none for its addresses. */
  private static final String INCLUDE =
      """
      <server>
        <include location="${server.config.dir}/semel/oidc.xml"/>
        <openidConnectClient id="semel" discoveryEndpointUrl="" httpsRequired="false" redirectToRPHostAndPort="@host" issuerIdentifier="@provider" authorizationEndpointUrl="@provider/authorize" tokenEndpointUrl="@provider/token" jwkEndpointUrl="@provider/jwks"/>
      </server>
      """;

  /** That a file has gone while it was down a Liberty notices only some time after its start. */
  private static final String NOTHING = "<server/>\n";

  private final OidcProvider provider;
  private final Liberty server;

  LibertyOidcLogins(WebArchive war, OidcProvider provider) {
    this.provider = provider;
    Path directory = SharedEstate.directory("oidc-");
    server =
        new Liberty(
                directory,
                SharedEstate.of(ServerKind.LIBERTY).postgres,
                new Artemis(directory, List.of(Artemis.DEAD_LETTERS)))
            .with(war)
            .withOption("-Dsemel.console=on")
            .withOption("-Dsemel.server.oidc.path=/" + pathOf(war) + "/semel/login")
            .withOption("-Dsemel.server.oidc.store=of-the-tests");
    provider.properties().forEach((name, value) -> server.withOption("-D" + name + "=" + value));
  }

  private static String pathOf(WebArchive war) {
    return war.getName().replace(".war", "");
  }

  @Override
  public Liberty server() {
    return server;
  }

  @Override
  public void on() {
    try {
      Files.copy(FILE, server.folder().resolve("semel").resolve(FILE.getFileName()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server
        .withConfiguration(
            NAME,
            INCLUDE
                .replace("@provider", provider.address())
                .replace("@host", "http://localhost:" + server.httpPort()))
        .start();
  }

  @Override
  public void off() {
    server.stop();
    server.withConfiguration(NAME, NOTHING).start();
  }

  @Override
  public void close() {
    server.close();
  }
}
