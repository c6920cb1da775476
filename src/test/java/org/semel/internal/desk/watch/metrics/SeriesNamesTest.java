// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.alerts.Promtool;

/**
 * Alerts, dashboard and pages name series that there are, with labels that they have, and every
 * series is seen somewhere.
 */
class SeriesNamesTest {

  private static final Path OBSERVABILITY = Path.of("observability");
  private static final Path ALERTS = OBSERVABILITY.resolve("alerts.yml");
  private static final Path DASHBOARD = OBSERVABILITY.resolve("dashboard.json");
  private static final Path RUNBOOKS = OBSERVABILITY.resolve("runbooks.md");
  private static final Path PAGE = Path.of("docs/metrics.md");

  /** Followed by a dot it is a table's column, and as a whole it may be a table. */
  private static final Pattern NAME = Pattern.compile("\\bsemel_[a-z_]+");

  private static final Pattern SELECTOR = Pattern.compile("(semel_[a-z_]+)\\{([^}]*)\\}");
  private static final Pattern LABEL = Pattern.compile("([a-z_]+) *(?:=~|!~|!=|=)");
  private static final Pattern GROUPING = Pattern.compile("by \\(([a-z_, ]+)\\)");
  private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");
  private static final Pattern RUNBOOK =
      Pattern.compile("runbook: observability/runbooks.md#(\\w+)");
  private static final Pattern SEVERITY = Pattern.compile("severity: (warning|critical)");

  private static final Set<String> ENDINGS = Set.of("_bucket", "_sum", "_count");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "observability/alerts.yml",
        "observability/alerts.test.yml",
        "observability/dashboard.json",
        "observability/runbooks.md"
      })
  void everySeriesThatAFileNamesIsThere(String file) throws IOException {
    assertThat(names(Path.of(file))).hasSizeGreaterThan(5).isSubsetOf(exposed());
  }

  @Test
  void everySeriesIsOnTheDashboardAndOnThePage() throws IOException {
    assertThat(names(DASHBOARD)).isEqualTo(exposed());
    assertThat(names(PAGE)).containsAll(exposed());
  }

  @ParameterizedTest
  @ValueSource(strings = {"observability/alerts.yml", "observability/dashboard.json"})
  void labelsAreThoseOfTheSeries(String file) throws IOException {
    String text = Files.readString(Path.of(file)).replace("\\\"", "\"");
    Matcher selector = SELECTOR.matcher(text);
    while (selector.find()) {
      List<String> labels = labels(selector.group(1));
      assertThat(LABEL.matcher(selector.group(2)).results().map(found -> found.group(1)))
          .as(selector.group())
          .isSubsetOf(labels);
    }
    Set<String> all =
        Arrays.stream(Series.values())
            .flatMap(series -> series.labels().stream())
            .collect(Collectors.toCollection(TreeSet::new));
    all.add("le");
    assertThat(
            GROUPING
                .matcher(text)
                .results()
                .flatMap(found -> Stream.of(found.group(1).split(", *", -1))))
        .isSubsetOf(all);
  }

  @Test
  void everyAlertHasASeverityAndASectionInTheRunbooksAndNoSectionIsWithoutAlert()
      throws IOException {
    String rules = Files.readString(ALERTS);
    List<String> alerts = ALERT.matcher(rules).results().map(found -> found.group(1)).toList();
    assertThat(alerts).hasSize(21).doesNotHaveDuplicates();
    assertThat(SEVERITY.matcher(rules).results()).hasSize(alerts.size());
    assertThat(RUNBOOK.matcher(rules).results().map(found -> found.group(1)))
        .containsExactlyElementsOf(
            alerts.stream().map(alert -> alert.toLowerCase(Locale.ROOT)).toList());
    assertThat(
            Files.readAllLines(RUNBOOKS).stream()
                .filter(line -> line.startsWith("## "))
                .map(line -> line.substring(3)))
        .containsExactlyElementsOf(alerts);
  }

  @Test
  void everyPanelOfTheDashboardHasAUnitATitleAndAQuery() throws IOException {
    try (JsonReader reader = Json.createReader(new StringReader(Files.readString(DASHBOARD)))) {
      JsonObject dashboard = reader.readObject();
      assertThat(dashboard.getJsonArray("panels").getValuesAs(JsonObject.class))
          .hasSizeGreaterThan(15)
          .allSatisfy(
              panel -> {
                assertThat(panel.getString("title")).isNotBlank();
                assertThat(panel.getString("description")).isNotBlank();
                assertThat(
                        panel
                            .getJsonObject("fieldConfig")
                            .getJsonObject("defaults")
                            .getString("unit"))
                    .isNotBlank();
                assertThat(panel.getJsonArray("targets").getValuesAs(JsonObject.class))
                    .isNotEmpty()
                    .allSatisfy(target -> assertThat(target.getString("expr")).isNotBlank());
              })
          .extracting(panel -> panel.getInt("id"))
          .doesNotHaveDuplicates();
    }
  }

  /** Each rule is silent first, and fires then; where promtool is there to say so. */
  @Test
  void promtoolLetsEachAlertFireAndNoneBefore() throws IOException, InterruptedException {
    Promtool.mustBeThere();
    assertThat(Promtool.run(OBSERVABILITY, "check", "rules", "alerts.yml"))
        .contains("21 rules found");
    assertThat(Promtool.run(OBSERVABILITY, "test", "rules", "alerts.test.yml")).contains("SUCCESS");
  }

  private static Set<String> exposed() {
    return Arrays.stream(Series.values())
        .map(Series::exposed)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<String> labels(String name) {
    Map<String, List<String>> labels = new TreeMap<>();
    for (Series series : Series.values()) {
      labels.put(series.exposed(), series.labels());
    }
    return labels.getOrDefault(base(name), List.of("no such series: " + name));
  }

  private static Set<String> names(Path file) throws IOException {
    return NAME.matcher(Files.readString(file))
        .results()
        .map(found -> base(found.group()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Without what the format adds to the name of a histogram. */
  private static String base(String name) {
    for (Series series : Series.values()) {
      boolean part =
          series.kind() == Series.SeriesType.HISTOGRAM
              && name.startsWith(series.exposed())
              && ENDINGS.contains(name.substring(series.exposed().length()));
      if (part) {
        return series.exposed();
      }
    }
    return name;
  }
}
