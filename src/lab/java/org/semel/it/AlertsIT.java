// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.alerts.AlertFault;
import org.semel.alerts.AlertRecord;
import org.semel.alerts.FaultRun;
import org.semel.alerts.FaultRun.Figures;
import org.semel.alerts.Phase;
import org.semel.alerts.Promtool;
import org.semel.alerts.RuleTimeline;
import org.semel.alerts.Scrape;
import org.semel.estate.ServerKind;

/**
 * Each alert fires by its fault on a running server, and resolves after its cure. It takes two
 * minutes, as a transaction must be in doubt for so long; so on one server, unless more are asked
 * for. That all servers show the same series is {@link TelemetryIT}'s.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("org.semel.it.AskedServers#oneUnlessAsked")
class AlertsIT {

  private static final Map<Phase, List<Scrape>> SHOWN = new EnumMap<>(Phase.class);

  private static AlertRecord seen;

  private final Path folder;

  AlertsIT(ServerKind kind) {
    folder = SharedEstate.directory("alerts-" + kind + "-");
  }

  @BeforeParameterizedClassInvocation
  static void provoke(ServerKind kind) {
    seen = AlertRecord.empty(kind);
    try (AlertStory story = new AlertStory(kind)) {
      SHOWN.putAll(story.tell());
    }
  }

  @ParameterizedTest
  @EnumSource
  void itsSeriesCrossTheThresholdInTheFaultAndNeitherBeforeNorAfterItsCure(AlertFault fault) {
    FaultRun run = FaultRun.of(fault, SHOWN);
    for (String series : fault.series()) {
      Figures figures = run.figures(series);
      assertThat(figures.before()).as("before").isLessThanOrEqualTo(fault.threshold());
      assertThat(figures.during()).as("in the fault").isGreaterThan(fault.threshold());
      assertThat(figures.after()).as("after its cure").isLessThanOrEqualTo(fault.threshold());
      seen.moved(fault, series, figures);
    }
  }

  @ParameterizedTest
  @EnumSource
  void promtoolLetsItFireInTheFaultAndNeitherBeforeNorAfterItsCure(AlertFault fault)
      throws IOException, InterruptedException {
    Promtool.mustBeThere();
    String name = fault.rule().name() + ".yml";
    Files.writeString(folder.resolve(name), RuleTimeline.of(FaultRun.of(fault, SHOWN)));
    assertThat(Promtool.run(folder, "test", "rules", name)).contains("SUCCESS");
    seen.fired(fault);
  }
}
