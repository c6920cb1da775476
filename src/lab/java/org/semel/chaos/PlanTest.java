// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.semel.chaos.Options.Servers;
import org.semel.chaos.Strike.Target;
import org.semel.estate.ServerKind;

class PlanTest {

  @Test
  void aSeedAlwaysGivesTheSamePlan() {
    assertThat(Plan.of(100, 1, new Random(7))).isEqualTo(Plan.of(100, 1, new Random(7)));
    assertThat(Plan.of(100, 1, new Random(7))).isNotEqualTo(Plan.of(100, 1, new Random(8)));
  }

  @Test
  void ofAHundredKillsSixtyHitTheServerTwentyTheBrokerAndTwentyTheDatabase() {
    List<Strike> plan = Plan.of(100, 1, new Random(7));
    assertThat(plan).filteredOn(strike -> strike.target() == Target.SERVER).hasSize(60);
    assertThat(plan).filteredOn(strike -> strike.target() == Target.BROKER).hasSize(20);
    assertThat(plan).filteredOn(strike -> strike.target() == Target.DATABASE).hasSize(20);
  }

  @Test
  void halfOfThemAreAimedAtTheCommitAndSomeComeDuringRecovery() {
    List<Strike> plan = Plan.of(100, 1, new Random(7));
    assertThat(plan).filteredOn(strike -> Plan.COMMIT.contains(strike.where())).hasSize(50);
    assertThat(plan.stream().map(Strike::where)).containsAll(Plan.COMMIT);
    assertThat(plan).filteredOn(strike -> strike.where().equals(Plan.COMMITTED)).hasSize(10);
    assertThat(plan).filteredOn(Strike::again).hasSize(20);
    assertThat(plan.get(0).again()).isFalse();
  }

  @Test
  void fewKillsHaveEveryTargetToo() {
    assertThat(Plan.of(10, 1, new Random(7)))
        .extracting(Strike::target)
        .contains(Target.SERVER, Target.BROKER, Target.DATABASE);
    assertThat(Plan.of(1, 1, new Random(7))).hasSize(1);
  }

  @Test
  void ofTwoServersEachIsHitAndTheOnlyOneHasNoNumber() {
    assertThat(Plan.of(100, 2, new Random(7)))
        .filteredOn(strike -> strike.target() == Target.SERVER)
        .extracting(Strike::whom)
        .containsOnly("server", "server 2");
    assertThat(Plan.of(100, 1, new Random(7))).extracting(Strike::node).containsOnly(0);
  }

  @Test
  void severalServersNeedABrokerOutside() {
    Properties properties = new Properties();
    properties.put("semel.chaos.broker", "embedded");
    properties.put("semel.chaos.nodes", "2");
    assertThatThrownBy(() -> Options.of(properties))
        .hasMessage("semel.chaos.nodes=2 needs semel.chaos.broker=standalone");
  }

  @Test
  void withBothServersThereIsOneOfEach() {
    Options.Stage stage = Options.of(with("semel.chaos.server", "both")).stage();
    assertThat(stage.nodes()).isEqualTo(2);
    assertThat(stage.servers().kind(1)).isEqualTo(ServerKind.WILDFLY);
    assertThat(stage.servers().kind(2)).isEqualTo(ServerKind.LIBERTY);
    assertThat(Options.of(new Properties()).stage().servers()).isEqualTo(Servers.WILDFLY);
  }

  @Test
  void whatOnlyWildFlyHasIsAskedOfNobodyElse() {
    Properties properties = with("semel.chaos.server", "liberty");
    properties.put("semel.chaos.broker", "embedded");
    properties.put("semel.chaos.recovery", "defaults");
    assertThatThrownBy(() -> Options.of(properties))
        .hasMessage(
            "semel.chaos.broker=embedded needs semel.chaos.server=wildfly;"
                + " semel.chaos.recovery=defaults needs semel.chaos.server=wildfly");
  }

  @Test
  void killsAreAimedAtTheWindowsThatAreAskedFor() {
    Options options = Options.of(with("semel.chaos.windows", "X5,X9"));
    assertThat(Plan.of(100, 1, options.windows(), new Random(7)))
        .filteredOn(strike -> options.windows().contains(strike.where()))
        .hasSize(50);
    assertThat(Options.of(new Properties()).windows()).isEqualTo(Plan.COMMIT);
    assertThatThrownBy(() -> Options.of(with("semel.chaos.windows", "X6,X99")))
        .hasMessageContaining("semel.chaos.windows=X6,X99");
  }

  private static Properties with(String key, String value) {
    Properties properties = new Properties();
    properties.put(key, value);
    return properties;
  }

  @Test
  void allWrongOptionsAreNamedAtOnce() {
    Properties properties = new Properties();
    properties.put("semel.chaos.kills", "0");
    properties.put("semel.chaos.seed", "x");
    properties.put("semel.chaos.messages", "1");
    properties.put("semel.chaos.server", "none");
    properties.put("semel.chaos.broker", "none");
    properties.put("semel.chaos.nodes", "5");
    assertThatThrownBy(() -> Options.of(properties))
        .hasMessageContainingAll(
            "semel.chaos.kills=0",
            "semel.chaos.seed=x",
            "semel.chaos.messages=1",
            "semel.chaos.server=none",
            "semel.chaos.broker=none",
            "semel.chaos.nodes=5");
  }

  @Test
  void theMiddleOfAllRecoveriesIsTheirMedian() {
    Recoveries recoveries = new Recoveries();
    assertThat(recoveries.median()).isEqualTo("0.0");
    List.of(9, 1, 5, 2, 3).forEach(seconds -> recoveries.add(Duration.ofSeconds(seconds), 1));
    assertThat(recoveries.median()).isEqualTo("3.0");
    assertThat(recoveries.longest()).isEqualTo("9.0");
  }

  @Test
  void whatBreaksOffInTheRunIsNotBlamedOnTheOptions() {
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(told, true, UTF_8);
    Properties wrong = new Properties();
    wrong.put("semel.chaos.kills", "0");
    assertThat(Chaos.status(wrong, options -> 0, out)).isEqualTo(2);
    assertThat(Chaos.status(new Properties(), options -> 0, out)).isZero();
    ToIntFunction<Options> broken =
        options -> {
          throw new IllegalArgumentException("in the midst of it");
        };
    assertThat(Chaos.status(new Properties(), broken, out)).isEqualTo(1);
    assertThat(told.toString(UTF_8).strip()).endsWith("in the midst of it");
  }

  @Test
  void onlyTheWindowThatWasArmedLastCounts(@TempDir Path directory) throws IOException {
    Armed armed = new Armed(directory);
    armed.halt("X6", 0);
    Files.writeString(directory.resolve("halted"), "X6");
    assertThat(armed.hasHalted()).isTrue();
    armed.halt("X7", 0);
    assertThat(armed.hasHalted()).isFalse();
    Files.writeString(directory.resolve("halted"), "X6");
    assertThat(armed.hasHalted()).isFalse();
    armed.hold("X8", 0);
    assertThat(armed.isHeld()).isFalse();
    Files.createFile(directory.resolve("held-X8"));
    assertThat(armed.isHeld()).isTrue();
    armed.holdToo("X9");
    assertThat(armed.isHeld()).as("in both").isFalse();
    Files.createFile(directory.resolve("held-X9"));
    assertThat(armed.isHeld()).isTrue();
    armed.release();
    assertThat(armed.isHeld()).isFalse();
  }
}
