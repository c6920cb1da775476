// SPDX-License-Identifier: Apache-2.0
package org.semel.alerts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A rule of {@code observability/alerts.yml}.
 *
 * @param expression when it fires
 * @param summary what it says then, with its placeholders
 * @param runbook file and section
 */
public record AlertRule(
    String name, String expression, String severity, String summary, String runbook) {

  /** The file of all rules. */
  public static final Path FILE = Path.of("observability/alerts.yml");

  private static final Pattern SERIES = Pattern.compile("\\bsemel_[a-z_]+");
  private static final Pattern SELECTOR = Pattern.compile("\\b(semel_[a-z_]+)(?:\\{([^}]*)})?");
  private static final Pattern MATCHER = Pattern.compile("(\\w+)(=~|!~|!=|=)\"([^\"]*)\"");
  private static final Pattern GROUPING = Pattern.compile("by \\(([a-z_, ]+)\\)");
  private static final Pattern NUMBER = Pattern.compile("(?<![\\w.])\\d+(\\.\\d+)?$");

  /** Read once: whether a rule reads it is asked of each of a server's thousands of series. */
  private static final List<AlertRule> ALL = read();

  /** All rules, in their order. */
  public static List<AlertRule> all() {
    return ALL;
  }

  private static List<AlertRule> read() {
    try {
      return Arrays.stream(Files.readString(FILE).split("- alert: ", -1))
          .skip(1)
          .map(AlertRule::parse)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The one of this name. */
  public static AlertRule named(String name) {
    return all().stream().filter(rule -> rule.name().equals(name)).findFirst().orElseThrow();
  }

  private static AlertRule parse(String text) {
    return new AlertRule(
        text.lines().findFirst().orElseThrow().strip(),
        part(text, "(?s)expr: >\\n(.*?)\\n {8}[a-z]+:").replaceAll("\\s+", " ").strip(),
        part(text, "severity: (\\w+)"),
        part(text, "summary: \"(.*)\""),
        part(text, "runbook: (\\S+)"));
  }

  private static String part(String text, String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    if (!found.find()) {
      throw new IllegalArgumentException("no " + pattern + " in " + text);
    }
    return found.group(1);
  }

  /** The series that it reads. */
  public Set<String> series() {
    return new TreeSet<>(SERIES.matcher(expression).results().map(found -> found.group()).toList());
  }

  /**
   * Whether its condition is about this sample. What {@code unless} and {@code and} say beside it
   * takes from the condition and is none.
   *
   * @param sample a series, with those of its labels that matter
   */
  boolean reads(String sample) {
    return Arrays.stream(expression.split(" or ", -1))
        .map(part -> part.split(" (?:unless|and) ", 2)[0])
        .flatMap(part -> SELECTOR.matcher(part).results())
        .anyMatch(
            selector ->
                selector.group(1).equals(SeriesParts.name(sample))
                    && admits(
                        Objects.requireNonNullElse(selector.group(2), ""),
                        SeriesParts.labels(sample)));
  }

  private static boolean admits(String matchers, Map<String, String> labels) {
    return MATCHER
        .matcher(matchers)
        .results()
        .filter(matcher -> labels.containsKey(matcher.group(1)))
        .allMatch(
            matcher -> {
              String value = labels.get(matcher.group(1));
              boolean same =
                  matcher.group(2).endsWith("~")
                      ? value.matches(matcher.group(3))
                      : value.equals(matcher.group(3));
              return same != matcher.group(2).startsWith("!");
            });
  }

  /** What its expression compares with, unless a policy says otherwise; zero if with nothing. */
  public double threshold() {
    Matcher number = NUMBER.matcher(expression);
    return DefaultThresholds.of(name)
        .orElseGet(() -> number.find() ? Double.parseDouble(number.group()) : 0);
  }

  /** The labels that it has when it fires for a series with {@code labels}. */
  Map<String, String> labels(Map<String, String> labels) {
    Map<String, String> kept = new TreeMap<>();
    GROUPING
        .matcher(expression)
        .results()
        .flatMap(by -> Arrays.stream(by.group(1).split(", *", -1)))
        .filter(label -> !labels.getOrDefault(label, "").isEmpty())
        .forEach(label -> kept.put(label, labels.get(label)));
    return kept;
  }

  /** What it says when it fires for a series with {@code labels} at {@code value}. */
  String summary(Map<String, String> labels, double value) {
    String said = summary.contains("$value") ? valued(value) : summary;
    Matcher label = Pattern.compile("\\{\\{ \\$labels\\.(\\w+) }}").matcher(said);
    return label.replaceAll(found -> labels.getOrDefault(found.group(1), ""));
  }

  private String valued(double value) {
    return summary
        .replace("{{ $value | humanizeDuration }}", duration((long) value))
        .replace("{{ $value }}", Decimal.of(value));
  }

  /** As Prometheus writes it. */
  private static String duration(long seconds) {
    String hours = seconds < 3600 ? "" : seconds / 3600 + "h ";
    return hours + seconds % 3600 / 60 + "m " + seconds % 60 + "s";
  }
}
