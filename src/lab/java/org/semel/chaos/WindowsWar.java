// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.semel.estate.ExampleWar;
import org.semel.it.trouble.Mark;

/** An application of a classic route and two that receive from {@code inbox:}; all write by JPA. */
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
      semel.consumer.direct.connection-factory=jms/semelDirect
      semel.consumer.direct.receive=direct
      semel.consumer.direct.recovered-by=jms/semelXA
      semel.destination.foreign.keys=honoured
      semel.destination.foreign.lease=10s
      semel.destination.transferred.transfer=xa
      """;

  private WindowsWar() {}

  static WebArchive build() {
    return ExampleWar.bare("windows.war")
        .addPackages(false, "org.semel.it.classic", "org.semel.it.windows")
        .addClass(Mark.class)
        .addAsResource(new StringAsset(Mark.PERSISTENCE), "META-INF/persistence.xml")
        .addAsResource(new StringAsset(POLICY), "META-INF/microprofile-config.properties");
  }
}
