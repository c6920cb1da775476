// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObjectBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.internal.engine.receive.identity.Identification;
import org.semel.internal.engine.receive.identity.Identification.Identified;
import org.semel.internal.engine.receive.identity.Identification.Unidentifiable;
import org.semel.internal.engine.receive.identity.IdentitySpec;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;

/** Every identity rule, with each of its parts absent or blank in every way: no identity. */
class AbsentIdentityTest {

  static final DefaultCamelContext CONTEXT = new DefaultCamelContext();
  static final IdentitySpec RULES = new IdentitySpec(text -> new SimpleIdentity(CONTEXT, text));

  static final Predicate<Identification> NONE =
      found ->
          found instanceof Unidentifiable none && none.reason().equals(ParkingReason.NO_IDENTITY);

  /** Each rule with the names that it reads. */
  static final Map<String, List<String>> READ =
      Map.of(
          "cloudevent", List.of("source", "id"),
          "header:JMSCorrelationID", List.of("JMSCorrelationID"),
          "property:order", List.of("order"),
          "json:/order", List.of("order"),
          "simple:${header.order}", List.of("order"),
          "simple:$simple{headers[order]}", List.of("order"),
          "simple:${body}", List.of("body"),
          "composite:property:tenant,json:/order", List.of("tenant", "order"),
          "composite:property:tenant,simple:${header.order}", List.of("tenant", "order"),
          "aggregate:property:order,json:/version", List.of("order", "version"));

  /** Looks as if nothing were there; of each script's and machine's kind one. */
  static final List<String> BLANK =
      List.of(
          "",
          " ",
          "\t \r\n",
          "\u0000",
          " \u0000 ",
          "\u001F",
          "\u007F",
          "\u0085",
          "\u00A0",
          "\u00AD",
          "\u1680",
          "\u180E",
          "\u2003",
          "\u2007",
          "\u200B",
          "\u200D",
          "\u2028",
          "\u202F",
          "\u2060",
          "\u2800",
          "\u3000",
          "\u3164",
          "\uFEFF",
          "\uFFA0");

  static Stream<Arguments> parts() {
    return READ.entrySet().stream()
        .flatMap(rule -> rule.getValue().stream().map(part -> Arguments.of(rule.getKey(), part)));
  }

  @AfterAll
  static void stop() {
    CONTEXT.stop();
  }

  @ParameterizedTest
  @MethodSource("parts")
  void withAPartThatIsNotThereAMessageHasNoIdentity(String rule, String part) {
    assertThat(RULES.rule(rule).identify(message(rule, Map.of()))).isInstanceOf(Identified.class);
    Map<String, String> given = new HashMap<>();
    given.put(part, null);
    assertThat(RULES.rule(rule).identify(message(rule, given))).matches(NONE, "has no identity");
  }

  @ParameterizedTest
  @MethodSource("parts")
  void withAPartThatIsBlankAMessageHasNoIdentity(String rule, String part) {
    assertThat(BLANK)
        .allSatisfy(
            blank ->
                assertThat(RULES.rule(rule).identify(message(rule, Map.of(part, blank))))
                    .as("%s of %s", blank.chars().boxed().toList(), part)
                    .matches(NONE, "has no identity"));
  }

  /** All that the rule reads is 7, in headers and body alike, but for what is given. */
  private static Message message(String rule, Map<String, String> given) {
    Map<String, String> headers = new HashMap<>();
    JsonObjectBuilder body = Json.createObjectBuilder();
    for (String name : READ.get(rule)) {
      String value = given.containsKey(name) ? given.get(name) : "7";
      if (value != null) {
        headers.put(name, value);
        body.add(name, value);
      }
    }
    String text = READ.get(rule).contains("body") ? headers.remove("body") : null;
    return Messages.text(
        READ.get(rule).contains("body") ? (text == null ? "" : text) : body.build().toString(),
        headers);
  }
}
