// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.semel.estate.AppServer;
import org.semel.estate.ServerKind;

/**
 * One application whose users log in at a provider of OpenID Connect: its server is switched to
 * that by the very files under {@code server-config}, and off again.
 */
interface OidcLogins extends AutoCloseable {

  static OidcLogins of(ServerKind kind, WebArchive war, OidcProvider provider) {
    return switch (kind) {
      case WILDFLY -> new WildFlyOidcLogins(war, provider);
      case LIBERTY -> new LibertyOidcLogins(war, provider);
    };
  }

  AppServer server();

  void on();

  void off();

  @Override
  void close();
}
