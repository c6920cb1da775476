// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Routes in YAML are routes like any other: components, policies, repositories, rules. */
class YamlRoutesTest {

  private final SmallEstate estate = new SmallEstate();

  @AfterEach
  void stop() {
    estate.close();
  }

  @Test
  void anInboxAndAnIntentInYaml() {
    estate.with("semel.consumer." + estate.name + ".identity", "simple:${header.key}");
    estate.with("semel.consumer." + estate.name + ".headers", "key");
    start(
        """
        - route:
            id: reserve
            from:
              uri: inbox:%s
              steps:
                - setBody:
                    simple: "reserved ${body}"
                - choice:
                    when:
                      - simple: ${body} contains 'a'
                        steps:
                          - to: intent:yaml
        - route:
            id: confirm
            from:
              uri: intent:yaml
              steps:
                - log: "${body}"
        """);
    estate.send("1", "a");
    await().until(() -> estate.count("semel_intent", "state = 'delivered'") == 1);
    assertThat(estate.count("semel_claim", "key = '1'")).isEqualTo(1);
  }

  @Test
  void aClassicRouteInYaml() {
    start(
        """
        - from:
            uri: jms:queue:%s?receiveTimeout=200
            steps:
              - transacted:
                  ref: PROPAGATION_REQUIRED
                  steps:
                    - idempotentConsumer:
                        idempotentRepository: "semel:%s"
                        simple: ${header.key}
                        steps:
                          - to: intent:yaml-classic
        """);
    estate.send("1", "a");
    estate.send("1", "a");
    await().until(() -> estate.count("semel_duplicate", "true") == 1);
    assertThat(estate.count("semel_intent", "true")).isEqualTo(1);
  }

  @Test
  void theRulesHoldInYaml() {
    assertThatThrownBy(
            () ->
                start(
                    """
                    - route:
                        id: bad
                        from:
                          uri: inbox:%s
                          steps:
                            - to: seda:x
                    """))
        .hasMessageContaining("SEMEL-0601");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "- from:\n    uri: 'inbox:%s'\n    steps:\n     - to: a: b",
        "- from:\n\turi: inbox:%s",
        "from: 'inbox:%s'",
        "routes"
      })
  void aFileThatDoesNotParseIsNamedWithItsLineAndNothingStarts(String yaml) {
    assertThatThrownBy(() -> start(yaml))
        .hasMessageContaining("SEMEL-0606")
        .hasMessageMatching("(?s).*camel/routes.yaml.*line \\d.*");
    assertThat(estate.camel.isStarted()).isFalse();
  }

  /** Camel's own words, which have both. */
  @Test
  void aStepThatCamelDoesNotKnowIsNamedWithFileAndLineAndNothingStarts() {
    assertThatThrownBy(() -> start("- from:\n    uri: 'inbox:%s'\n    steps:\n      - stepp: x"))
        .hasMessageContainingAll("SEMEL-0105", "stepp", "camel/routes.yaml, line 4");
    assertThat(estate.camel.isStarted()).isFalse();
  }

  private void start(String yaml) {
    Resource file =
        ResourceHelper.fromBytes(
            "camel/routes.yaml", yaml.replace("%s", estate.name).getBytes(StandardCharsets.UTF_8));
    estate.start(List.of(), List.of(file));
  }
}
