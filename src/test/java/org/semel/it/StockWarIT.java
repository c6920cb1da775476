// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.util.UUID;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.estate.Producer;

/** The WAR as the build has packed it, with nothing added but a route file and a policy. */
class StockWarIT {

  private static final SharedEstate ESTATE = SharedEstate.get();

  private static final String ROUTES =
      """
      - route:
          id: receive
          from:
            uri: inbox:stock
            steps:
              - setHeader:
                  name: Content-Type
                  constant: application/json
              - to:
                  uri: intent:stock-confirmation
      - route:
          id: send
          from:
            uri: intent:stock-confirmation
            steps:
              - to:
                  uri: "%s"
      """;

  private static final String POLICY =
      """
      semel.consumer-defaults.connection-factory=java:/jms/semelXA
      semel.consumer.stock.identity=property:key
      semel.destination.stock-confirmation.keys=honoured
      """;

  private final String key = UUID.randomUUID().toString();

  @AfterEach
  void undeploy() {
    ESTATE.wildFly.management().undeploy("stock.war");
  }

  @Test
  void routesInYamlNeedNoCode() {
    ESTATE.wildFly.management().addQueue("stock");
    ESTATE.wildFly.deploy(war());
    long before = ESTATE.provider.effects();
    send();
    send();
    await()
        .until(
            () ->
                count("SELECT count(*) FROM semel_intent WHERE state = 'delivered' AND cause = ?")
                    == 1);
    await()
        .until(
            () ->
                count(
                        "SELECT count(*) FROM semel_duplicate JOIN semel_claim USING (identity) WHERE key = ?")
                    == 1);
    assertThat(ESTATE.provider.effects()).isEqualTo(before + 1);
  }

  private static WebArchive war() {
    File[] packed =
        new File("target")
            .listFiles(
                (folder, name) -> name.matches("semel-.*\\.war") && !name.contains("classes"));
    assertThat(packed).as("the build has packed one WAR").hasSize(1);
    return ShrinkWrap.create(ZipImporter.class, "stock.war")
        .importFrom(packed[0])
        .as(WebArchive.class)
        .addAsWebInfResource(
            new StringAsset(ROUTES.formatted(ESTATE.provider.url())), "camel/stock.yaml")
        .addAsResource(new StringAsset(POLICY), "META-INF/microprofile-config.properties");
  }

  private long count(String sql) {
    return ESTATE.postgres.number(sql, key);
  }

  private void send() {
    try (Producer producer = new Producer(ESTATE.wildFly.httpPort(), "stock")) {
      producer.send(
          context -> {
            var message = context.createTextMessage("{}");
            message.setStringProperty("key", key);
            return message;
          });
    }
  }
}
