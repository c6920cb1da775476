// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;
import org.semel.estate.Ports;

/** A provider of OpenID Connect on this machine, which logs in whom it was told to expect next. */
final class OidcProvider implements AutoCloseable {

  private static final String CLIENT = "semel-console";
  private static final String SECRET = "semel-console-1";

  private static final String ISSUER = "company";
  private static final long AN_HOUR = 3600;

  private final MockOAuth2Server server = new MockOAuth2Server();
  private final int port = Ports.free();

  OidcProvider() {
    server.start(InetAddress.getLoopbackAddress(), port);
  }

  /** As a server's configuration names it. */
  String address() {
    return "http://localhost:" + port + "/" + ISSUER;
  }

  /** The values that a user gives a server. */
  Map<String, String> properties() {
    return Map.of(
        "semel.server.oidc.provider", address(),
        "semel.server.oidc.client", CLIENT,
        "semel.server.oidc.secret", SECRET);
  }

  /** Who logs in next; the server knows users by a number, and has their name in a claim. */
  void expect(String user, Set<String> roles) {
    server.enqueueCallback(
        new DefaultOAuth2TokenCallback(
            ISSUER,
            "number-of-" + user,
            "JWT",
            List.of(CLIENT),
            Map.of("preferred_username", user, "roles", List.copyOf(roles)),
            AN_HOUR));
  }

  @Override
  public void close() {
    server.shutdown();
  }
}
