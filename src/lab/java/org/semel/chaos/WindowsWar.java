// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static java.util.stream.Collectors.joining;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.semel.estate.ExampleWar;
import org.semel.it.classic.ClassicMarks;
import org.semel.it.trouble.Mark;
import org.semel.it.windows.WindowRoutes;

/**
 * An application of classic routes and others that receive from {@code inbox:}; all write by JPA.
 */
final class WindowsWar {

  /** Of one worker each, which has received nothing but what stands in the window. */
  private static final String POLICY =
      """
      semel.consumer-defaults.connection-factory=jms/semelXA
      semel.consumer-defaults.dead-letter-address=DLQ
      semel.consumer-defaults.identity=property:key
      semel.consumer-defaults.headers=key, JMSXDeliveryCount
      semel.consumer-defaults.transaction-timeout=5m
      semel.consumer-defaults.workers=1
      semel.destination.foreign.keys=honoured
      semel.destination.foreign.lease=10s
      semel.destination.transferred.transfer=xa
      """;

  private static final String DIRECT =
      """
      semel.consumer.%1$s.connection-factory=jms/semelDirect
      semel.consumer.%1$s.receive=direct
      semel.consumer.%1$s.recovered-by=jms/semelXA
      """;

  private WindowsWar() {}

  static WebArchive build() {
    return ExampleWar.bare("windows.war")
        .addClasses(WindowRoutes.class, ClassicMarks.class, Mark.class)
        .addAsResource(new StringAsset(Mark.PERSISTENCE), "META-INF/persistence.xml")
        .addAsResource(new StringAsset(policy()), "META-INF/microprofile-config.properties");
  }

  private static String policy() {
    return WindowRoutes.DIRECT.stream().map(DIRECT::formatted).collect(joining("", POLICY, ""));
  }
}
