// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.semel.small.Jms;

/** Routes that templates make are routes like any other, in Java, YAML and XML. */
class TemplatedRoutesTest {

  private static final String YAML =
      """
      - routeTemplate:
          id: receiving
          parameters: [{name: consumer}, {name: to}, {name: level, defaultValue: INFO}]
          from:
            uri: "inbox:{{consumer}}"
            steps:
              - choice:
                  when:
                    - simple: "${body} contains '{{to}}'"
                      steps:
                        - to: "{{to}}"
              - log: {message: "${body}", loggingLevel: "{{level}}"}
      - templatedRoute:
          routeTemplateRef: receiving
          routeId: first
          parameters: [{name: consumer, value: NAME}, {name: to, value: TO}]
      - templatedRoute:
          routeTemplateRef: receiving
          routeId: second
          parameters: [{name: consumer, value: NAME2}, {name: to, value: TO2}]
      """;

  private static final List<String> XML =
      List.of(
          """
          <templatedRoutes>
            <templatedRoute routeTemplateRef="receiving" routeId="first">
              <parameter name="consumer" value="NAME"/><parameter name="to" value="TO"/>
            </templatedRoute>
            <templatedRoute routeTemplateRef="receiving" routeId="second">
              <parameter name="consumer" value="NAME2"/><parameter name="to" value="TO2"/>
            </templatedRoute>
          </templatedRoutes>
          """,
          """
          <routeTemplate id="receiving">
            <templateParameter name="consumer"/>
            <templateParameter name="to"/>
            <templateParameter name="level" defaultValue="INFO"/>
            <route>
              <from uri="inbox:{{consumer}}"/>
              <choice>
                <when>
                  <simple>${body} contains '{{to}}'</simple>
                  <to uri="{{to}}"/>
                </when>
              </choice>
              <log message="${body}" loggingLevel="{{level}}"/>
            </route>
          </routeTemplate>
          """);

  private final SmallEstate estate = new SmallEstate();
  private final String second = Jms.queue(estate.server.broker());

  /** The language in which templates and their routes are written. */
  private enum Language {
    JAVA,
    YAML,
    XML
  }

  @AfterEach
  void stop() {
    estate.close();
  }

  @ParameterizedTest
  @EnumSource
  void eachRouteOfATemplateReceivesWithItsOwnParameters(Language language) {
    for (String name : List.of(estate.name, second)) {
      estate.with("semel.consumer." + name + ".identity", "property:key");
      estate.with("semel.consumer." + name + ".queue", name);
    }
    start(language, "intent:one", "intent:two");
    assertThat(estate.camel.getRoute("first").getEndpoint().getEndpointUri()).contains(estate.name);
    estate.send("1", "for intent:one");
    await("its intent").until(() -> estate.count("semel_intent", "destination = 'one'") == 1);
    assertThat(estate.count("semel_claim", "key = '1'")).isEqualTo(1);
    assertThat(estate.camel.getRoute("second").getEndpoint().getEndpointUri()).contains(second);
  }

  @ParameterizedTest
  @EnumSource
  void theRulesHoldForARouteOfATemplate(Language language) {
    assertThatThrownBy(() -> start(language, "intent:one", "seda:x"))
        .hasMessageContaining("SEMEL-0601")
        .hasMessageContaining("Route second");
  }

  private void start(Language language, String first, String other) {
    switch (language) {
      case JAVA -> estate.start(List.of(new Templates(first, other)), List.of());
      case YAML -> start("yaml", List.of(YAML), first, other);
      case XML -> start("xml", XML, first, other);
    }
  }

  private void start(String ending, List<String> texts, String first, String other) {
    List<Resource> files = new ArrayList<>();
    for (String text : texts) {
      String filled =
          text.replace("NAME2", second)
              .replace("NAME", estate.name)
              .replace("TO2", other)
              .replace("TO", first);
      files.add(
          ResourceHelper.fromBytes(
              "camel/" + files.size() + "." + ending, filled.getBytes(StandardCharsets.UTF_8)));
    }
    estate.start(List.<RoutesBuilder>of(), files);
  }

  private final class Templates extends RouteBuilder {

    private final List<String> targets;

    Templates(String... targets) {
      this.targets = List.of(targets);
    }

    @Override
    public void configure() {
      routeTemplate("receiving")
          .templateParameter("consumer")
          .templateParameter("to")
          .templateParameter("level", "INFO")
          .from("inbox:{{consumer}}")
          .choice()
          .when(simple("${body} contains '{{to}}'"))
          .to("{{to}}")
          .end()
          .log("${body}");
      List<String> names = Stream.of(estate.name, second).toList();
      for (int i = 0; i < names.size(); i++) {
        templatedRoute("receiving")
            .routeId(List.of("first", "second").get(i))
            .parameter("consumer", names.get(i))
            .parameter("to", targets.get(i));
      }
    }
  }
}
