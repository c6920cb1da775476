// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.util.UUID;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.estate.Producer;
import org.semel.estate.ServerKind;

/** The WAR as the build has packed it, with nothing added but route files and a policy. */
@OnEachServer
class StockWarIT {

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

  private static final String XML =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <routes xmlns="http://camel.apache.org/schema/xml-io">
        <route id="receive">
          <from uri="inbox:stock"/>
          <setHeader name="Content-Type"><constant>application/json</constant></setHeader>
          <to uri="intent:stock-confirmation"/>
        </route>
        <route id="send">
          <from uri="intent:stock-confirmation"/>
          <to uri="%s"/>
        </route>
      </routes>
      """;

  /** It is joined to the routes before the first of them is read, in whatever order they lie. */
  private static final String CONFIGURATION =
      """
      <routeConfiguration>
        <onException>
          <exception>java.lang.Exception</exception>
          <handled><constant>true</constant></handled>
        </onException>
      </routeConfiguration>
      """;

  private static final String POLICY =
      """
      semel.consumer-defaults.connection-factory=jms/semelXA
      semel.consumer.stock.identity=property:key
      semel.destination.stock-confirmation.keys=honoured
      """;

  private final SharedEstate estate;
  private final String key = UUID.randomUUID().toString();

  StockWarIT(ServerKind kind) {
    estate = SharedEstate.of(kind);
  }

  @BeforeParameterizedClassInvocation
  static void aQueue(ServerKind kind) {
    SharedEstate.of(kind).broker().addQueue("stock");
  }

  @Test
  void routesInYamlNeedNoCode() {
    takesEffectOnce(war().addAsWebInfResource(of(ROUTES), "camel/stock.yaml"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"camel/stock.xml", "classes/camel/deep/er/stock.xml"})
  void routesInXmlNeedNoCode(String path) {
    takesEffectOnce(war().addAsWebInfResource(of(XML), path));
  }

  @Test
  void theRulesHoldInXml() {
    assertThatThrownBy(
            () ->
                estate
                    .server()
                    .deploy(
                        war()
                            .addAsWebInfResource(of(XML), "camel/a.xml")
                            .addAsWebInfResource(of(CONFIGURATION), "camel/b.xml")))
        .hasMessageContainingAll("SEMEL-0601", "Route receive", "onException handled");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<rests xmlns='http://camel.apache.org/schema/xml-io'/>",
        "<beans xmlns='http://camel.apache.org/schema/xml-io'/>"
      })
  void whatIsNotReadInXmlIsNamedAndNothingStarts(String text) {
    assertThatThrownBy(
            () ->
                estate
                    .server()
                    .deploy(
                        war()
                            .addAsWebInfResource(of(XML), "camel/a.xml")
                            .addAsWebInfResource(of(text), "camel/b.xml")))
        .hasMessageContainingAll("SEMEL-0606", "camel/b.xml", "begins with <");
  }

  @Test
  void otherFilesAreNamedAndLeftAlone() {
    takesEffectOnce(
        war()
            .addAsWebInfResource(of(XML), "camel/stock.xml")
            .addAsWebInfResource(of("old"), "camel/stock.xml.bak"));
    assertThat(estate.server().output().lines())
        .anyMatch(line -> line.contains("SEMEL-0607") && line.contains("camel/stock.xml.bak"));
  }

  private void takesEffectOnce(WebArchive war) {
    estate.server().deploy(war);
    try {
      takesEffectOnce();
    } finally {
      estate.server().undeploy("stock.war");
    }
  }

  private void takesEffectOnce() {
    long before = estate.provider.effects();
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
    assertThat(estate.provider.effects()).isEqualTo(before + 1);
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
        .addAsResource(new StringAsset(POLICY), "META-INF/microprofile-config.properties");
  }

  private StringAsset of(String text) {
    return new StringAsset(text.replace("%s", estate.provider.url()));
  }

  private long count(String sql) {
    return estate.postgres.number(sql, key);
  }

  private void send() {
    try (Producer producer = estate.producer("stock")) {
      producer.send(
          context -> {
            var message = context.createTextMessage("{}");
            message.setStringProperty("key", key);
            return message;
          });
    }
  }
}
