// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import java.io.File;
import java.net.URISyntaxException;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.semel.estate.ExampleWar;
import org.semel.estate.ServerKind;
import org.semel.it.trouble.Mark;

/** The application in which {@link InServerContract} runs. */
final class InsideWar {

  private static final String POLICY =
      """
      semel.consumer-defaults.connection-factory=jms/semelXA
      semel.consumer.inside.identity=property:key
      semel.destination.inside-noted.keys=honoured
      """;

  /** Of the tests; the last is what Awaitility needs. */
  private static final File[] LIBRARIES = {
    jar("org.assertj.core.api.Assertions"),
    jar("org.awaitility.Awaitility"),
    jar("org.hamcrest.Matcher")
  };

  private InsideWar() {}

  /** Built for a server that has what the application needs besides. */
  static WebArchive on(ServerKind kind) {
    SharedEstate estate = SharedEstate.of(kind);
    estate.postgres.execute(Mark.DDL);
    estate.broker().addQueue("inside");
    estate.broker().addQueue("inside-called");
    return ExampleWar.bare("inside.war")
        .addPackage("org.semel.it.inside")
        .addClasses(InServerContract.class, Mark.class)
        .addAsLibraries(LIBRARIES)
        .addAsResource(new StringAsset(Mark.PERSISTENCE), "META-INF/persistence.xml")
        .addAsResource(new StringAsset(POLICY), "META-INF/microprofile-config.properties");
  }

  private static File jar(String type) {
    try {
      return new File(
          Class.forName(type).getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (ClassNotFoundException | URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
