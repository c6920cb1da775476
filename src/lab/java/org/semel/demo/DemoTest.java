// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.estate.ServerKind;

/** The demo's own arithmetic: a referee that cannot see a foul is none. */
class DemoTest {

  private static final Orders ORDERS = Sample.orders();
  private static final Figures RIGHT =
      new Figures(2000, 2600, 2000, 600, 2000, 2000, 2000, 0, 0, ORDERS.quantity());

  @Test
  void aSampleOfTwoThousandDifferentOrderLinesIsBuiltIn() {
    assertThat(ORDERS.identities()).isEqualTo(2000).isEqualTo(ORDERS.lines().size());
    assertThat(ORDERS).isEqualTo(Sample.orders());
  }

  @Test
  void anIdentityThatStandsInTheInputTwiceCountsOnce() {
    String line = ORDERS.lines().get(0);
    Orders twice = Orders.of(List.of(line, line, "no event", "{\"id\":\"1\"}"));
    assertThat(twice.identities()).isEqualTo(1);
    assertThat(twice.quantity()).isEqualTo(Orders.of(List.of(line)).quantity());
  }

  @Test
  void theFeedHoldsExactlyTheShareOfDuplicatesAskedFor() {
    List<String> lines = IntStream.range(0, 1000).mapToObj(String::valueOf).toList();
    List<String> fed = Feed.withDuplicates(lines, 30, new Random(1));
    assertThat(fed).hasSize(1300).containsAll(lines);
    assertThat(IntStream.range(1, fed.size()).filter(i -> fed.get(i).equals(fed.get(i - 1))))
        .as("some are sent at the same moment")
        .hasSizeGreaterThanOrEqualTo(100);
    assertThat(Feed.withDuplicates(lines, 0, new Random(1))).isEqualTo(lines);
  }

  @Test
  void everyFigureThatIsWrongIsSeen() {
    assertThat(RIGHT.faults(ORDERS)).isEmpty();
    long sum = ORDERS.quantity();
    assertThat(
            List.of(
                new Figures(1999, 2599, 2000, 600, 2000, 2000, 2000, 0, 0, sum),
                new Figures(2000, 2600, 2001, 600, 2001, 2001, 2001, 0, 0, sum),
                new Figures(2000, 2600, 2000, 600, 1999, 1999, 1999, 0, 0, sum),
                new Figures(2000, 2600, 2000, 600, 2000, 1999, 2000, 0, 0, sum),
                new Figures(2000, 2600, 2000, 600, 2000, 2000, 2001, 0, 0, sum),
                new Figures(2000, 2600, 2000, 600, 2000, 2000, 2000, 0, 1, sum),
                new Figures(2000, 2600, 2000, 600, 2000, 2000, 2000, 0, 0, sum + 1)))
        .allSatisfy(wrong -> assertThat(wrong.faults(ORDERS)).isNotEmpty());
  }

  @Test
  void neighboursAreSentByDifferentProducersAndNoMessageIsForgotten() {
    List<String> messages = IntStream.range(0, 1003).mapToObj(String::valueOf).toList();
    List<List<String>> batches = Feed.dealt(messages, 100);
    assertThat(batches).allSatisfy(batch -> assertThat(batch).hasSizeBetween(1, 100));
    assertThat(batches.stream().flatMap(List::stream))
        .containsExactlyInAnyOrderElementsOf(messages);
    assertThat(batches.get(0)).startsWith("0", "2", "4");
    assertThat(batches.get(1)).startsWith("1", "3", "5");
    assertThat(Feed.dealt(List.of("one"), 100)).containsExactly(List.of("one"));
  }

  @Test
  void linesAreRepeatedUnderNewIdentities() {
    Orders repeated = ORDERS.repeated(4500);
    assertThat(repeated.lines()).hasSize(4500);
    assertThat(repeated.identities()).isEqualTo(4500);
    assertThat(repeated.lines().subList(0, 2000)).isEqualTo(ORDERS.lines());
    assertThat(repeated.quantity())
        .isEqualTo(2 * ORDERS.quantity() + ORDERS.repeated(500).quantity());
    assertThat(Orders.of(List.of("no event")).repeated(3).lines()).containsOnly("no event");
  }

  @Test
  void eachKillComesInTheMidstOfTheWorkOnItsPartOfTheMessages() {
    Kills kills = new Kills(4, 1000, new Random(1));
    for (int part = 1; part <= 4; part++) {
      assertThat(kills.part()).isEqualTo(part);
      assertThat(kills.isDue(200L * (part - 1))).as("before its part is begun").isFalse();
      assertThat(kills.isDue(200L * part)).as("when its part is done").isTrue();
      kills.done();
    }
    assertThat(kills.areOver()).isTrue();
    assertThat(kills.part()).isEqualTo(kills.parts()).isEqualTo(5);
    assertThat(kills.isDue(1000)).isFalse();
  }

  @Test
  void aRateIsWhatWasCommittedBetweenTwoLooksByTheTimeBetweenThem() {
    Look earlier = new Look(1_000_000_000L, 100, 10, 50, 0);
    Look later = new Look(1_500_000_000L, 1100, 20, 70, 3);
    assertThat(later.effectsPerSecondSince(earlier)).isEqualTo(2000);
    assertThat(earlier.effectsPerSecondSince(earlier)).as("no time has passed").isZero();
    assertThat(Progress.line(later, earlier, 1300, 650).replaceAll(" +", " "))
        .isEqualTo(
            "sent %,d ( %,d/s) took effect %,d ( %,d/s) absorbed 20 confirmed 70"
                .formatted(1300, 1300, 1100, 2000));
  }

  @Test
  void fullSpeedIsCountedOnceTheServerIsWarmAndUntilTheLastEffect() {
    Speed speed =
        new Speed(
            new Sent(),
            250,
            new Speed.Looks(
                new Look(0, 0, 0, 0, 0),
                new Look(5_000_000_000L, 10_000, 0, 2_000, 0),
                new Look(7_000_000_000L, 30_000, 0, 9_000, 0),
                new Look(10_000_000_000L, 30_000, 0, 30_000, 0)));
    assertThat(speed.perSecond()).isEqualTo(10_000);
    assertThat(speed.confirmationsPerSecond()).isEqualTo(3_000);
    assertThat(speed.words())
        .contains(
            "%,d messages a second".formatted(10_000),
            "of 250 bytes",
            "8 workers",
            "up to 50 messages");
  }

  @Test
  void aKillTellsWhatItLeftInDoubtAndWhatRecoveryMadeOfIt() {
    assertThat(new Crash(1, List.of(), 0, 0, OptionalInt.of(0)).leftInDoubt())
        .isEqualTo("in doubt: nothing");
    Crash crash = new Crash(2, List.of("801", "802"), 1, 4, OptionalInt.of(1));
    assertThat(crash.leftInDoubt())
        .isEqualTo(
            "in doubt: 3 prepared in PostgreSQL (1 of an earlier kill), 4 in the broker;"
                + " the log says commit for 1");
    assertThat(new Crash(1, List.of("801"), 0, 1, OptionalInt.empty()).leftInDoubt())
        .as("of a log that cannot be read")
        .isEqualTo("in doubt: 1 prepared in PostgreSQL, 1 in the broker");
    assertThat(crash.ended(new Crash.Recovered(1, 50, 1)))
        .isEqualTo(
            "recovery after kill 2: in PostgreSQL 1 committed (effects: 50), 1 rolled back"
                + " (their messages come again)");
  }

  @Test
  void allWrongOptionsAreNamedAtOnce() {
    Properties properties = new Properties();
    properties.put("semel.input", "no such file");
    properties.put("semel.duplicates", "101");
    properties.put("semel.kills", "three");
    properties.put("semel.messages", "abc");
    properties.put("semel.exit", "yes");
    properties.put("semel.server", "tomcat");
    assertThatThrownBy(() -> Options.of(properties))
        .hasMessageContainingAll(
            "semel.input",
            "semel.duplicates=101",
            "semel.kills=three",
            "semel.messages=abc is not a number from 1 to 500000",
            "semel.exit=yes",
            "semel.server=tomcat is none of [wildfly, liberty] (default: wildfly)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "500001", "1e3", "", "99999999999"})
  void soManyMessagesCannotBeSent(String messages) {
    Properties properties = new Properties();
    properties.put("semel.messages", messages);
    assertThatThrownBy(() -> Options.of(properties))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "semel.messages="
                + messages
                + " is not a number from 1 to 500000 (default: the input's lines)");
  }

  @Test
  void withoutOptionsTheSampleIsSentAndNobodyKills() {
    assertThat(Options.of(new Properties()))
        .isEqualTo(
            new Options(Optional.empty(), OptionalInt.empty(), 30, 0, false, ServerKind.WILDFLY));
  }

  @Test
  void theLastLineHasTheFormThatScriptsRead() {
    assertThat(new Figures(1, 2, 3, 4, 5, 6, 7, 8, 9, 10))
        .hasToString(
            "semel: messages=1 deliveries=2 effects=3 duplicates=4 intents=5 delivered=6"
                + " provider-effects=7 parked=8 in-doubt=9 quantity=10");
  }
}
