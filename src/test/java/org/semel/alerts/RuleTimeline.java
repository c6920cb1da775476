// SPDX-License-Identifier: Apache-2.0
package org.semel.alerts;

import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What a server showed, as a test for {@code promtool}: silent before the fault, firing in it,
 * resolved after its cure. All values are those of the scrapes; only the time between them is
 * stretched, so that each stands for those that would have followed it.
 */
public final class RuleTimeline {

  /** So long is all well before the fault. */
  private static final int CALM = 10;

  /** So long after the cure the last rule that looks back by an hour has forgotten the fault. */
  private static final int PEACE = 70;

  private final FaultRun run;
  private final AlertRule rule;
  private final Duration interval;
  private final List<Scrape> line = new ArrayList<>();
  private final List<Integer> ends = new ArrayList<>();

  private RuleTimeline(FaultRun run) {
    this.run = run;
    this.rule = run.fault().rule();
    boolean slow = run.fault().measure() == Measure.AGE;
    this.interval = slow ? Duration.ofHours(1) : Duration.ofMinutes(1);
    hold(run.before(), slow ? 1 : CALM);
    hold(run.during(), (int) run.fault().held().dividedBy(interval));
    hold(run.after(), slow ? 1 : PEACE);
  }

  /** The test, in the form that {@code promtool test rules} reads. */
  public static String of(FaultRun run) {
    return new RuleTimeline(run).text();
  }

  private void hold(List<Scrape> scrapes, int times) {
    scrapes.forEach(scrape -> Stream.generate(() -> scrape).limit(times).forEach(line::add));
    ends.add(line.size() - 1);
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    text.append("rule_files: ['%s']%n".formatted(AlertRule.FILE.toAbsolutePath()));
    text.append("evaluation_interval: 1m%ntests:%n".formatted());
    text.append("  - interval: %ds%n    input_series:%n".formatted(interval.toSeconds()));
    for (String sample : samples()) {
      text.append("      - series: '%s'%n        values: '%s'%n".formatted(sample, values(sample)));
    }
    text.append("    alert_rule_test:%n".formatted());
    text.append(expected(ends.get(0), "[]"));
    text.append(expected(ends.get(1), fires()));
    text.append(expected(ends.get(2), "[]"));
    return text.toString();
  }

  private Set<String> samples() {
    Set<String> samples = new TreeSet<>();
    line.forEach(scrape -> samples.addAll(scrape.samples().keySet()));
    return samples;
  }

  /** A series that vanishes is stale at once, as Prometheus has it, and then not there. */
  private String values(String sample) {
    List<String> values = new ArrayList<>();
    boolean stamp = SeriesParts.name(sample).endsWith("_timestamp_seconds");
    OptionalDouble before = OptionalDouble.empty();
    String shown = "_";
    for (int at = 0; at < line.size(); at++) {
      OptionalDouble raw = line.get(at).value(sample);
      if (raw.isEmpty()) {
        shown = before.isPresent() ? "stale" : "_";
      } else if (!raw.equals(before)) {
        shown = Decimal.of(stamp ? moved(line.get(at), raw.getAsDouble(), at) : raw.getAsDouble());
      }
      values.add(shown);
      before = raw;
    }
    return String.join(" ", values);
  }

  /** As old as it was when it was seen: promtool's time begins at zero. */
  private double moved(Scrape scrape, double stamp, int at) {
    double age = scrape.at().toEpochMilli() / 1e3 - stamp;
    return Math.rint((at * interval.toSeconds() - age) * 1e3) / 1e3;
  }

  private String expected(int end, String alerts) {
    return """
              - eval_time: %ds
                alertname: %s
                exp_alerts: %s
        """
        .formatted(end * interval.toSeconds(), rule.name(), alerts);
  }

  private String fires() {
    return run.fault().series().stream().map(this::alert).collect(joining(", ", "[", "]"));
  }

  private String alert(String series) {
    Map<String, String> labels = rule.labels(SeriesParts.labels(series));
    String said = rule.summary(labels, run.figures(series).during());
    labels.put("severity", rule.severity());
    return "{exp_labels: {%s}, exp_annotations: {summary: '%s', runbook: '%s'}}"
        .formatted(
            labels.entrySet().stream()
                .map(label -> label.getKey() + ": '" + label.getValue() + "'")
                .collect(joining(", ")),
            said,
            rule.runbook());
  }
}
