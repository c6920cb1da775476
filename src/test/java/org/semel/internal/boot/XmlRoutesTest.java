// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.ResourceHelper;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Routes in XML are routes like any other: components, policies, repositories, rules. */
class XmlRoutesTest {

  private final SmallEstate estate = new SmallEstate();

  @AfterEach
  void stop() {
    estate.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "xmlns='http://camel.apache.org/schema/spring'",
        "xmlns='http://camel.apache.org/schema/xml-io'"
      })
  void anInboxAndAnIntentInXml(String namespace) {
    keyed();
    start(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- two routes -->
        <routes NAMESPACE>
          <route id="reserve">
            <from uri="inbox:%s"/>
            <setBody><simple>reserved ${body}</simple></setBody>
            <choice>
              <when>
                <simple>${body} contains 'ä'</simple>
                <to uri="intent:xml"/>
              </when>
            </choice>
          </route>
          <route id="confirm">
            <from uri="intent:xml"/>
            <log message="${body}"/>
          </route>
        </routes>
        """
            .replace("NAMESPACE", namespace));
    estate.send("1", "ä");
    await().until(() -> estate.count("semel_intent", "state = 'delivered'") == 1);
    assertThat(estate.count("semel_claim", "key = '1'")).isEqualTo(1);
  }

  @Test
  void aClassicRouteInXml() {
    start(
        """
        <route>
          <from uri="jms:queue:%s?receiveTimeout=200"/>
          <transacted ref="PROPAGATION_REQUIRED"/>
          <idempotentConsumer idempotentRepository="semel:%s">
            <simple>${header.key}</simple>
            <to uri="intent:xml-classic"/>
          </idempotentConsumer>
        </route>
        """);
    estate.send("1", "a");
    estate.send("1", "a");
    await().until(() -> estate.count("semel_duplicate", "true") == 1);
    assertThat(estate.count("semel_intent", "true")).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SEMEL-0601|<to uri='seda:x'/>",
        "SEMEL-0601|<to uri='http://localhost:1/'/>",
        "SEMEL-0601|<onException><exception>java.lang.Exception</exception><handled><constant>true</constant></handled></onException><log message='x'/>",
        "SEMEL-0603|<idempotentConsumer idempotentRepository='semel:x' eager='false'><simple>x</simple><log message='x'/></idempotentConsumer>",
        "SEMEL-0604|<choice><when><simple>x</simple><to uri='inbox:step?name=a'/></when></choice>"
      })
  void theRulesHoldInXml(String code, String steps) {
    assertThatThrownBy(() -> start("<route id='bad'><from uri='inbox:%s'/>" + steps + "</route>"))
        .hasMessageContaining(code)
        .hasMessageContaining("Route bad");
  }

  @Test
  void theRulesHoldForWhatARouteConfigurationInXmlAdds() {
    assertThatThrownBy(
            () ->
                start(
                    "<route id='bad'><from uri='inbox:%s'/><log message='x'/></route>",
                    """
                    <routeConfiguration>
                      <onException>
                        <exception>java.lang.Exception</exception>
                        <handled><constant>true</constant></handled>
                      </onException>
                    </routeConfiguration>
                    """))
        .hasMessageContaining("SEMEL-0601")
        .hasMessageContaining("Route bad");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<beans><route><from uri='direct:a'/></route></beans>",
        "<rests/>",
        "<project xmlns='http://maven.apache.org/POM/4.0.0'/>",
        "<routes xmlns='urn:something-else'/>",
        "<routes><rout/></routes>",
        "<routes><route></routes>",
        "<route><from uri='direct:a'/><to uri='&unheard-of;'/></route>",
        "routes",
        ""
      })
  void whatIsNoRouteFileIsNamedAndNothingStarts(String text) {
    assertRefused(() -> start(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<routes>\n  <route>\n</routes>",
        "<routes>\n  <route><from uri='inbox:%s'/>\n    <stepp/></route></routes>",
        "<routes>\n  <route>\n    <from uri='inbox:%s' nothing='x'/></route></routes>"
      })
  void whatDoesNotParseIsNamedWithItsLine(String text) {
    assertThatThrownBy(() -> start(text))
        .hasMessageMatching("(?s).*SEMEL-0606.*camel/0.xml.*(line |START_TAG.*@)\\d.*");
  }

  @Test
  void aFileInAnotherEncodingIsNamedAndNothingStarts() {
    byte[] latin =
        "<route id='ä'><from uri='direct:a'/></route>".getBytes(StandardCharsets.ISO_8859_1);
    assertRefused(
        () -> estate.start(List.of(), List.of(ResourceHelper.fromBytes("camel/0.xml", latin))));
  }

  @Test
  void aFileTakesInNoOther(@TempDir Path directory) throws IOException {
    Path secret = Files.writeString(directory.resolve("secret"), "direct:secret");
    assertRefused(
        () ->
            start(
                """
                <!DOCTYPE route [<!ENTITY secret SYSTEM "%s">]>
                <route><from uri="&secret;"/></route>
                """
                    .formatted(secret.toUri())));
    assertThat(estate.camel.getRouteDefinitions()).isEmpty();
  }

  private void assertRefused(ThrowingCallable start) {
    assertThatThrownBy(start)
        .hasMessageContaining("SEMEL-0606")
        .hasMessageContaining("camel/0.xml");
    assertThat(estate.camel.isStarted()).isFalse();
  }

  private void keyed() {
    estate.with("semel.consumer." + estate.name + ".identity", "simple:${header.key}");
    estate.with("semel.consumer." + estate.name + ".headers", "key");
  }

  private void start(String... files) {
    List<Resource> resources = new ArrayList<>();
    for (String file : files) {
      resources.add(
          ResourceHelper.fromBytes(
              "camel/" + resources.size() + ".xml",
              file.replace("%s", estate.name).getBytes(StandardCharsets.UTF_8)));
    }
    estate.start(List.of(), resources);
  }
}
