// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import org.semel.estate.ServerKind;

/** How a server ends what it remembers of a login, as its administrator or its user does. */
@FunctionalInterface
interface Sessions {

  void end(ApiClient browser, String archive);

  static Sessions of(ServerKind kind) {
    return switch (kind) {
      case WILDFLY ->
          (browser, archive) -> SharedEstate.of(kind).wildFly().management().endSessions(archive);
      case LIBERTY ->
          (browser, archive) -> browser.form("/ibm_security_logout", "logoutExitPage=/");
    };
  }
}
