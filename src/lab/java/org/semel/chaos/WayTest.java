// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.chaos.Facts.Doubts;
import org.semel.chaos.Way.Dies;

/** Whoever takes another way to the same end is seen. */
class WayTest {

  private static final Set<String> ONE = Set.of("x");
  private static final Set<String> NONE = Set.of();

  @ParameterizedTest
  @CsvSource({"X4, SERVER", "X7, SERVER", "X6, BROKER", "X5, DATABASE", "X7, ALL"})
  void whatIsUndoneComesAgainAndWhoCommittedItIsSeen(String window, Dies who) {
    Way way = new Way(window, who, List.of("a"));
    way.assertRuns(List.of("a", "a", "b"));
    assertThatThrownBy(() -> way.assertRuns(List.of("a", "b"))).isInstanceOf(AssertionError.class);
  }

  @ParameterizedTest
  @CsvSource({"X8, SERVER", "X9, SERVER", "X10, SERVER", "X7, BROKER", "X7, DATABASE", "X8, ALL"})
  void whatIsCommittedDoesNotComeAgainAndWhoUndidItIsSeen(String window, Dies who) {
    Way way = new Way(window, who, List.of("a"));
    way.assertRuns(List.of("a", "b"));
    assertThatThrownBy(() -> way.assertRuns(List.of("a", "a", "b")))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void whatWasNotInHandIsNotToRunTwice() {
    Way way = new Way("X7", Dies.SERVER, List.of("a"));
    assertThatThrownBy(() -> way.assertRuns(List.of("a", "a", "b", "b")))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void aStrikeThatFoundNothingInHandIsNone() {
    Way way = new Way("X8", Dies.SERVER, List.of());
    assertThatThrownBy(() -> way.assertRuns(List.of("a"))).isInstanceOf(AssertionError.class);
  }

  @Test
  void anotherPlaceInTheCommitThanTheWindowsIsSeen() {
    Doubts both = new Doubts(ONE, ONE, NONE);
    new Way("X7", Dies.SERVER, List.of("a")).assertLeft(both);
    new Way("X8", Dies.SERVER, List.of("a")).assertLeft(new Doubts(ONE, ONE, ONE));
    assertThatThrownBy(() -> new Way("X8", Dies.SERVER, List.of("a")).assertLeft(both))
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> new Way("X5", Dies.SERVER, List.of("a")).assertLeft(both))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void whatSeveralLeaveIsTheSumOfWhatEachLeaves() {
    List<Way> ways =
        List.of(
            new Way("X3", Dies.SERVER, List.of()),
            new Way("X6", Dies.SERVER, List.of("a")),
            new Way("X9", Dies.SERVER, List.of("b")));
    Way.assertLeft(ways, new Doubts(ONE, ONE, ONE));
    assertThatThrownBy(() -> Way.assertLeft(ways, new Doubts(ONE, NONE, ONE)))
        .isInstanceOf(AssertionError.class);
  }

  @ParameterizedTest
  @CsvSource({"X3, true", "X4, true", "X7, true", "X8, false", "X10, false"})
  void theBrokerDeliversOnceMoreWhatWasNotDecided(String window, boolean again) {
    assertThat(new Way(window, Dies.SERVER, List.of("a")).comesAgain()).isEqualTo(again);
  }
}
