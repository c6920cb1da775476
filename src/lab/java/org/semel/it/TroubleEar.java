// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.EnterpriseArchive;
import org.semel.estate.ExampleWar;
import org.semel.it.trouble.Mark;

/** An application whose route goes wrong as told, as a WAR in an EAR. */
final class TroubleEar {

  private static final String POLICY =
      """
      semel.consumer-defaults.connection-factory=jms/semelXA
      semel.consumer.trouble.identity=property:key
      semel.consumer.trouble.workers=4
      semel.consumer.trouble.attempts=3
      semel.consumer.trouble.receive-wait=200ms
      semel.consumer.brief.identity=property:key
      semel.consumer.brief.attempts=3
      semel.consumer.brief.transaction-timeout=2s
      semel.consumer.brief.receive-wait=200ms
      semel.consumer.later.identity=property:key
      semel.consumer.later.protocol=ack-after-commit
      semel.consumer.later.connection-factory=jms/semelLocal
      semel.consumer.later.attempts=3
      semel.consumer.neighbour.identity=property:key
      """;

  private TroubleEar() {}

  static EnterpriseArchive build() {
    return ShrinkWrap.create(EnterpriseArchive.class, "trouble.ear")
        .addAsModule(
            ExampleWar.bare("trouble.war")
                .addPackage("org.semel.it.trouble")
                .addAsResource(new StringAsset(Mark.PERSISTENCE), "META-INF/persistence.xml")
                .addAsResource(new StringAsset(POLICY), "META-INF/microprofile-config.properties"));
  }
}
