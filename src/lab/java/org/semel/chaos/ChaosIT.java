// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.semel.chaos.Options.Broker;
import org.semel.chaos.Options.Receive;
import org.semel.chaos.Options.Recovery;
import org.semel.chaos.Options.Servers;
import org.semel.chaos.Options.Stage;
import org.semel.chaos.Strike.Moment.InWindow;
import org.semel.chaos.Strike.Target;
import org.semel.estate.ServerKind;
import org.semel.matrix.Shows;

/** Short campaigns; {@code mvn -Pchaos} runs long ones. */
class ChaosIT {

  private static final long SEED = 20261121;

  @Test
  void everyMessageTakesEffectOnceThoughServerBrokerAndDatabaseAreKilledFiveTimes() {
    Options options = new Options(5, SEED, 500, Plan.COMMIT, on(1));
    String story = told(options, Plan.of(5, 1, new Random(SEED)));
    assertThat(story)
        .as("a window was hit")
        .containsPattern("(?m)^  X[0-9]+ +(server|broker|data)");
    assertThat(lastLineOf(story))
        .matches(
            "chaos: messages=500 deliveries=[0-9]+ kills=5 server=3 broker=1"
                + " database=1 effects=500 lost=0 doubled=0 parked=0 dead-lettered=0"
                + " in-doubt=0 provider-effects=500 recovery-p50=[0-9.]+s"
                + " recovery-max=[0-9.]+s");
  }

  /** One queue, one database, and messages that come in all the time. */
  @Test
  @Shows(value = "X22 none", on = ServerKind.WILDFLY)
  void everyMessageTakesEffectOnceThoughTwoServersAreRestartedInTurnAndOneIsKilled() {
    Options options = new Options(1, SEED, 600, Plan.COMMIT, on(2));
    Strike strike = new Strike(1, Target.SERVER, 1, new InWindow("X8", 0), false);
    String story = told(options, List.of(strike));
    assertThat(story).containsPattern("kill 1: server 2 X8; .* left in doubt: database [1-9]");
    assertThat(lastLineOf(story))
        .contains(
            "messages=600 ",
            "kills=1 server=1 ",
            "effects=600 lost=0 doubled=0 parked=0 ",
            " in-doubt=0 provider-effects=600 ",
            " nodes=2 restarted=2");
  }

  private static Stage on(int nodes) {
    return new Stage(
        Servers.WILDFLY, Broker.STANDALONE, Receive.MANAGED, Recovery.CONFIGURED, nodes);
  }

  private static String told(Options options, List<Strike> plan) {
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    int status = Chaos.run(options, plan, new PrintStream(told, true, UTF_8));
    String story = told.toString(UTF_8);
    System.out.println(story);
    assertThat(status).as(story).isZero();
    return story;
  }

  private static String lastLineOf(String story) {
    return story.strip().lines().reduce((line, last) -> last).orElseThrow();
  }
}
