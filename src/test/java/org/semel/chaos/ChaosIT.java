// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;
import org.semel.chaos.Options.Broker;
import org.semel.chaos.Options.Receive;
import org.semel.chaos.Options.Recovery;
import org.semel.chaos.Options.Stage;

/** A short campaign; {@code mvn -Pchaos} runs long ones. */
class ChaosIT {

  private static final Options SHORT =
      new Options(
          10, 20261121, 1000, new Stage(Broker.STANDALONE, Receive.MANAGED, Recovery.CONFIGURED));

  @Test
  void everyMessageTakesEffectOnceThoughServerBrokerAndDatabaseAreKilledTenTimes() {
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    int status = Chaos.run(SHORT, new PrintStream(told, true, UTF_8));
    String story = told.toString(UTF_8);
    System.out.println(story);
    assertThat(status).as(story).isZero();
    assertThat(story.strip().lines().reduce((line, last) -> last))
        .hasValueSatisfying(
            last ->
                assertThat(last)
                    .matches(
                        "chaos: messages=1000 deliveries=[0-9]+ kills=10 server=6 broker=2"
                            + " database=2 effects=1000 lost=0 doubled=0 parked=0 dead-lettered=0"
                            + " in-doubt=0 provider-effects=1000 recovery-p50=[0-9.]+s"
                            + " recovery-max=[0-9.]+s"));
  }
}
