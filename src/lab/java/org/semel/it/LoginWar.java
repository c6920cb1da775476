// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.semel.estate.ExampleWar;

/**
 * Applications that receive nothing and offer Semel's API and console, with the descriptors of the
 * example: one as it is, and one with a form.
 */
final class LoginWar {

  /** Whom the server puts into this role may act on one consumer and one destination. */
  static final String TEAM = "reservations-team";

  /** What that role is worth for them; an operator may do what a viewer may. */
  static final Set<String> WORTH = Set.of("semel-operator", "semel-payload");

  private static final Path DESCRIPTORS = Path.of("src/example/webapp/WEB-INF");
  private static final String LOGIN = "(?s)<login-config>.*</login-config>";

  private static final String BY_FORM =
      """
      <login-config>
          <auth-method>FORM</auth-method>
          <form-login-config>
            <form-login-page>/login.html</form-login-page>
            <form-error-page>/login.html</form-error-page>
          </form-login-config>
        </login-config>""";

  private static final String PAGE =
      """
      <!DOCTYPE html>
      <title>Log in</title>
      <form method="post" action="j_security_check">
        <label>User <input name="j_username" autocomplete="username"></label>
        <label>Password <input name="j_password" type="password" autocomplete="current-password"></label>
        <button>Log in</button>
      </form>
      """;

  private static final String SCOPE =
      """
      semel.role.reservations-team.grants=semel-operator, semel-payload
      semel.role.reservations-team.consumers=reservations
      semel.role.reservations-team.destinations=confirmation
      """;

  private LoginWar() {}

  /** Its users log in as the example's do, by Basic, unless the server has it otherwise. */
  static WebArchive basic(String name) {
    return of(name, descriptor());
  }

  /** Its users log in at a page of its own. */
  static WebArchive form(String name) {
    return of(name, descriptor().replaceFirst(LOGIN, BY_FORM))
        .addAsWebResource(new StringAsset(PAGE), "login.html");
  }

  private static WebArchive of(String name, String descriptor) {
    return ExampleWar.bare(name)
        .setWebXML(new StringAsset(descriptor))
        .addAsWebInfResource(DESCRIPTORS.resolve("jboss-web.xml").toFile())
        .addAsWebInfResource(DESCRIPTORS.resolve("ibm-web-bnd.xml").toFile())
        .addAsResource(new StringAsset(SCOPE), "META-INF/microprofile-config.properties");
  }

  private static String descriptor() {
    try {
      return Files.readString(DESCRIPTORS.resolve("web.xml"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
