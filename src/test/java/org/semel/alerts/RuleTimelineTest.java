// SPDX-License-Identifier: Apache-2.0
package org.semel.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server showed, as promtool gets it. */
class RuleTimelineTest {

  private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000);
  private static final String PARKED = AlertFault.PARKED.series().get(0);
  private static final String INTENTS = AlertFault.PARKED.series().get(1);
  private static final Map<String, Double> THRESHOLDS =
      Map.of(
          "semel_consumer_alert_threshold{alert=\"SemelParked\",consumer=\"\"}",
          0.0,
          "semel_intent_alert_threshold{alert=\"SemelParked\",destination=\"\"}",
          0.0);
  private static final String STAMP = AlertFault.RETENTION.series().get(0);

  @TempDir private Path folder;

  @Test
  void aSeriesThatVanishesIsStaleAtOnceAndThenNotThere() {
    assertThat(RuleTimeline.of(parked(1)))
        .contains("values: '" + "_ ".repeat(20) + "1 1 1 1 stale _ _");
  }

  @Test
  void aStampKeepsItsAgeAndStandsStillWhereItDidNotMove() {
    FaultRun run =
        new FaultRun(
            AlertFault.RETENTION,
            List.of(stamp(0, -2), stamp(10, 9)),
            List.of(stamp(20, 15), stamp(30, 15)),
            List.of(stamp(40, 39), stamp(50, 50)));
    assertThat(RuleTimeline.of(run))
        .contains("values: '-2 3599 " + "7195 ".repeat(20) + "79199 82800'");
    assertThat(run.figures(STAMP)).isEqualTo(new FaultRun.Figures(1, Double.POSITIVE_INFINITY, 0));
  }

  @Test
  void aCounterHasGrownSinceThePhaseBefore() {
    String series = AlertFault.TERMINAL.series().get(0);
    FaultRun run =
        new FaultRun(
            AlertFault.TERMINAL,
            List.of(scrape(series, 3), scrape(series, 3)),
            List.of(scrape(series, 10), scrape(series, 11)),
            List.of(scrape(series, 11), scrape(series, 11)));
    assertThat(run.figures(series)).isEqualTo(new FaultRun.Figures(0, 8, 0));
  }

  @Test
  void promtoolAcceptsAFaultThatFiresAndResolves() throws IOException, InterruptedException {
    Promtool.mustBeThere();
    assertThat(promtool(parked(1))).contains("SUCCESS");
  }

  /** Neither one that moves nothing, nor one that nobody mends. */
  @ParameterizedTest
  @ValueSource(strings = {"moves nothing", "is not mended"})
  void promtoolRefusesAFaultThatDoesNotFireOrDoesNotResolve(String wrong) {
    Promtool.mustBeThere();
    FaultRun good = parked(1);
    FaultRun bad =
        wrong.equals("moves nothing")
            ? new FaultRun(good.fault(), good.before(), good.after(), good.after())
            : new FaultRun(good.fault(), good.before(), good.during(), good.during());
    assertThatThrownBy(() -> promtool(bad))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("SemelParked")
        .hasMessageContaining("FAILED");
  }

  private String promtool(FaultRun run) throws IOException, InterruptedException {
    Files.writeString(folder.resolve("rule.yml"), RuleTimeline.of(run));
    return Promtool.run(folder, "test", "rules", "rule.yml");
  }

  private static FaultRun parked(double count) {
    Scrape nothing = new Scrape(NOW, THRESHOLDS);
    Map<String, Double> samples = new HashMap<>(THRESHOLDS);
    samples.putAll(Map.of(PARKED, count, INTENTS, count));
    Scrape waiting = new Scrape(NOW, samples);
    return new FaultRun(
        AlertFault.PARKED,
        List.of(nothing, nothing),
        List.of(waiting, waiting),
        List.of(nothing, nothing));
  }

  private static Scrape scrape(String series, double value) {
    return new Scrape(NOW, Map.of(series, value));
  }

  private static Scrape stamp(int after, int stamp) {
    Instant at = NOW.plusSeconds(after);
    return new Scrape(at, Map.of(STAMP, (double) NOW.plusSeconds(stamp).getEpochSecond()));
  }
}
