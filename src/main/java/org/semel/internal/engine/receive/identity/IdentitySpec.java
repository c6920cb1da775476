// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.semel.message.HeaderNames;

/**
 * Reads the one line by which a policy names its rule:
 *
 * <ul>
 *   <li>{@code cloudevent}
 *   <li>{@code header:JMSCorrelationID}, {@code property:orderId}
 *   <li>{@code json:/order/number}
 *   <li>{@code simple:${header.order}}
 *   <li>{@code composite:property:tenant,json:/order}
 *   <li>{@code aggregate:json:/order,json:/version}
 * </ul>
 *
 * A comma inside a part is written {@code \,}.
 */
public final class IdentitySpec {

  /** A header, as Camel's Simple language says it: dotted, with a colon, or in brackets. */
  private static final Pattern SIMPLE_HEADER =
      Pattern.compile(
          "\\$(?:simple)?\\{\\s*(?:in\\.)?headers?(?:[.:](?=[\\w-]+\\s*})|\\[['\"]?)(?<name>[^'\"\\[\\]{}]+?)(?:['\"]?])?\\s*}");

  private final Function<String, IdentityRule> simple;

  /**
   * A reader of such lines.
   *
   * @param simple makes a rule of an expression in Camel's Simple language that does not just name
   *     a header; the core does not know that language
   */
  public IdentitySpec(Function<String, IdentityRule> simple) {
    this.simple = simple;
  }

  /**
   * The rule that {@code spec} names.
   *
   * @throws IllegalArgumentException if {@code spec} names no rule; the message says what is
   *     allowed
   */
  public IdentityRule rule(String spec) {
    return rule(spec, UnfitHeaders::refuse);
  }

  private IdentityRule rule(String spec, Consumer<String> fitness) {
    int colon = spec.indexOf(':');
    String kind = colon < 0 ? spec : spec.substring(0, colon);
    String argument = colon < 0 ? "" : spec.substring(colon + 1);
    return switch (kind) {
      case "cloudevent" -> IdentityRules.cloudEvent();
      case "header" -> header(jmsHeader(argument), fitness);
      case "property" -> header(required(argument, spec), fitness);
      case "json" -> IdentityRules.json(pointer(argument));
      case "simple" -> simple(required(argument, spec), fitness);
      case "composite" -> IdentityRules.composite(parts(argument, spec));
      case "aggregate" -> aggregate(parts(argument, spec), spec);
      default -> throw unknown(spec);
    };
  }

  private IdentityRule simple(String expression, Consumer<String> fitness) {
    Matcher header = SIMPLE_HEADER.matcher(expression);
    return header.matches() ? header(header.group("name"), fitness) : simple.apply(expression);
  }

  private static IdentityRule header(String name, Consumer<String> fitness) {
    fitness.accept(name);
    return IdentityRules.header(HeaderNames.readBack(name));
  }

  /**
   * The rules of the parts. A header that many messages share may be one part beside others; parts
   * that are all of that kind are refused.
   */
  private List<IdentityRule> parts(String argument, String spec) {
    List<String> parts =
        Arrays.stream(argument.split("(?<!\\\\),"))
            .map(part -> part.replace("\\,", ",").strip())
            .toList();
    List<String> shared = new ArrayList<>();
    List<IdentityRule> rules =
        parts.stream().map(part -> rule(part, name -> UnfitHeaders.asPart(name, shared))).toList();
    if (shared.size() == parts.size()) {
      UnfitHeaders.refuse(shared.get(0));
    }
    if (rules.size() < 2) {
      throw new IllegalArgumentException(spec + " has one part, at least two are needed");
    }
    return rules;
  }

  private static IdentityRule aggregate(List<IdentityRule> parts, String spec) {
    if (parts.size() != 2) {
      throw new IllegalArgumentException(spec + " needs two parts: the aggregate and its version");
    }
    return IdentityRules.aggregate(parts.get(0), parts.get(1));
  }

  private static String jmsHeader(String name) {
    if (!name.startsWith("JMS")) {
      throw new IllegalArgumentException(
          "header:" + name + " is no JMS header; an application's own is named property:" + name);
    }
    return name;
  }

  private static String pointer(String pointer) {
    if (!pointer.startsWith("/")) {
      throw new IllegalArgumentException(
          "json:" + pointer + " is no JSON Pointer: it starts with /");
    }
    return pointer;
  }

  private static String required(String argument, String spec) {
    if (argument.isBlank()) {
      throw unknown(spec);
    }
    return argument;
  }

  private static IllegalArgumentException unknown(String spec) {
    return new IllegalArgumentException(
        spec
            + " names no identity rule; allowed are cloudevent, header:JMS…, property:name,"
            + " json:/pointer, simple:expression, composite:rule,rule and aggregate:rule,rule");
  }
}
