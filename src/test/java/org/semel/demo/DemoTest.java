// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

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
  void killsComeInTheMidstOfTheWorkAndOnceEach() {
    Kills kills = new Kills(5, 1000, new Random(1));
    assertThat(kills.due(0)).isFalse();
    assertThat(IntStream.range(0, 6).filter(i -> kills.due(1000))).hasSize(5);
    assertThat(kills.areOver()).isTrue();
  }

  @Test
  void allWrongOptionsAreNamedAtOnce() {
    Properties properties = new Properties();
    properties.put("semel.input", "no such file");
    properties.put("semel.duplicates", "101");
    properties.put("semel.kills", "three");
    assertThatThrownBy(() -> Options.of(properties))
        .hasMessageContainingAll("semel.input", "semel.duplicates=101", "semel.kills=three");
  }

  @Test
  void theLastLineHasTheFormThatScriptsRead() {
    assertThat(new Figures(1, 2, 3, 4, 5, 6, 7, 8, 9, 10))
        .hasToString(
            "semel: messages=1 deliveries=2 effects=3 duplicates=4 intents=5 delivered=6"
                + " provider-effects=7 parked=8 in-doubt=9 quantity=10");
  }
}
