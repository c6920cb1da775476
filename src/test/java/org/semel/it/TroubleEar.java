// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.EnterpriseArchive;
import org.semel.estate.ExampleWar;

/** An application whose route goes wrong as told, as a WAR in an EAR. */
final class TroubleEar {

  static final String DDL =
      """
      CREATE TABLE mark (id bigint, key text NOT NULL, kind text NOT NULL);
      CREATE SEQUENCE mark_id;
      GRANT ALL ON mark, mark_id TO semel;
      """;

  private static final String PERSISTENCE =
      """
      <persistence xmlns="https://jakarta.ee/xml/ns/persistence" version="3.0">
        <persistence-unit name="trouble" transaction-type="JTA">
          <provider>org.hibernate.jpa.HibernatePersistenceProvider</provider>
          <jta-data-source>java:/jdbc/semel</jta-data-source>
        </persistence-unit>
      </persistence>
      """;

  private static final String POLICY =
      """
      semel.consumer-defaults.connection-factory=java:/jms/semelXA
      semel.consumer.trouble.identity=property:key
      semel.consumer.trouble.workers=4
      semel.consumer.trouble.attempts=3
      semel.consumer.trouble.transaction-timeout=3s
      semel.consumer.trouble.receive-wait=200ms
      """;

  private TroubleEar() {}

  static EnterpriseArchive build() {
    return ShrinkWrap.create(EnterpriseArchive.class, "trouble.ear")
        .addAsModule(
            ExampleWar.bare("trouble.war")
                .addPackage("org.semel.it.trouble")
                .addAsResource(new StringAsset(PERSISTENCE), "META-INF/persistence.xml")
                .addAsResource(new StringAsset(POLICY), "META-INF/microprofile-config.properties"));
  }
}
