// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.estate.ServerKind;

/** The demo itself, with a server that is killed in the midst of the work. */
class KillIT {

  /** Enough to see that a figure comes of it. */
  private static final int AT_FULL_SPEED = 500;

  @ParameterizedTest
  @MethodSource("org.semel.it.AskedServers#all")
  void everyMessageTakesEffectOnceAndNothingStaysInDoubtThoughTheServerIsKilledTwice(
      ServerKind server) {
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    int status =
        Demo.run(
            new Options(Optional.empty(), OptionalInt.empty(), 30, 2, true, server),
            AT_FULL_SPEED,
            new PrintStream(told, true, UTF_8));
    String story = told.toString(UTF_8);
    assertThat(status).as(story).isZero();
    assertThat(story)
        .as("where the console is, and who may log in")
        .containsPattern("console +http://localhost:[0-9]+/example/semel/")
        .contains("viewer:viewer-1", "operator:operator-1", "admin:admin-1");
    assertThat(story)
        .containsPattern("at full speed: [1-9]\\S* messages a second")
        .containsPattern("(?s)kill 1 of 2\n +in doubt: .*kill 2 of 2\n +in doubt: ")
        .containsPattern("took effect +\\S+ \\( *[1-9]\\S*/s\\)")
        .contains(
            "2 x kill -9",
            "Nothing was lost, nothing doubled: %,d different messages".formatted(2000))
        .doesNotContain("DOES NOT ADD UP");
    assertThat(story.strip().lines().reduce((line, last) -> last))
        .hasValueSatisfying(
            last ->
                assertThat(last)
                    .matches(
                        "semel: messages=2000 deliveries=[0-9]+ effects=2000 duplicates=[0-9]+"
                            + " intents=2000 delivered=2000 provider-effects=2000 parked=0"
                            + " in-doubt=0 quantity="
                            + Sample.orders().quantity()));
  }
}
