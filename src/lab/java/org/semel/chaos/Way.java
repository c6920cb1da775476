// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.semel.chaos.Facts.Doubts;
import org.semel.chaos.Facts.Doubts.Count;

/**
 * From a crash in a window of a commit to its end: what it leaves in doubt, and whether what was in
 * hand was undone and came again, or was committed by whoever recovered it. The end is the same
 * either way, as everything takes effect once; the way is not.
 *
 * @param who dies
 * @param inHand keys that the route had run for, and that had not come to their end
 */
record Way(String window, Dies who, List<String> inHand) {

  private static final Count NOTHING = new Count(0, 0, 0);

  /** P before B, and L between their prepares and their commits. */
  private static final Map<String, Count> LEFT =
      Map.of(
          "X6", new Count(1, 0, 0),
          "X7", new Count(1, 1, 0),
          "X7-cut", new Count(1, 1, 0),
          "X8", new Count(1, 1, 1),
          "X9", new Count(0, 1, 1),
          "X10", new Count(0, 0, 1));

  private static final List<String> BEFORE_THE_ROUTE = List.of("X2", "X3");

  /** Who dies there. */
  enum Dies {
    /** It decides, and has decided nothing unless L is written. */
    SERVER,
    /** Whoever decides lives on, and decides by who has prepared. */
    BROKER,
    /** Likewise; what has prepared survives, so that either end may come after X6. */
    DATABASE,
    /** As the server alone. */
    ALL;

    private boolean livesOn() {
      return this == BROKER || this == DATABASE;
    }

    /** Windows in which what was in hand is undone, and comes again. */
    private Set<String> undone() {
      return switch (this) {
        case SERVER, ALL -> Set.of("X4", "X5", "X6", "X7", "X7-cut");
        case BROKER -> Set.of("X4", "X5", "X6");
        case DATABASE -> Set.of("X4", "X5");
      };
    }
  }

  /** What is prepared or decided at this moment. */
  void assertLeft(Doubts doubts) {
    assertLeft(List.of(this), doubts);
  }

  /** The same of several transactions, each of them in its window. */
  static void assertLeft(List<Way> ways, Doubts doubts) {
    assertThat(doubts.counted())
        .as("left in doubt in %s", ways.stream().map(Way::window).toList())
        .isEqualTo(ways.stream().map(Way::left).reduce(NOTHING, Count::and));
  }

  private Count left() {
    return LEFT.getOrDefault(window, NOTHING);
  }

  /** Whether the broker delivers the message once more; of what may end either way it is unsaid. */
  boolean comesAgain() {
    return isBeforeTheRoute() || isUndone();
  }

  private boolean isUndone() {
    return who.undone().contains(window);
  }

  /**
   * How often the route ran for each.
   *
   * @param handled a key for each run, in the end
   */
  void assertRuns(List<String> handled) {
    assertRunsInHand(handled);
    assertThat(runs(handled))
        .allSatisfy(
            (key, times) ->
                assertThat(inHand.contains(key) ? runsInHand() : runsOfOthers())
                    .as("runs for %s", key)
                    .contains(times));
  }

  /** The same for what was in hand; whoever dies after that may have others in hand. */
  void assertRunsInHand(List<String> handled) {
    assertThat(inHand.isEmpty()).as("in hand").isEqualTo(isBeforeTheRoute());
    assertThat(inHand)
        .allSatisfy(
            key ->
                assertThat(runsInHand()).as("runs for %s", key).contains(runs(handled).get(key)));
  }

  private static Map<String, Long> runs(List<String> handled) {
    return handled.stream()
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }

  private boolean isBeforeTheRoute() {
    return BEFORE_THE_ROUTE.contains(window);
  }

  /** Who lives on runs the route for what he is about to lose. */
  private Set<Long> runsOfOthers() {
    return isBeforeTheRoute() && who.livesOn() ? Set.of(1L, 2L) : Set.of(1L);
  }

  /** Once more, if it was undone. */
  private Set<Long> runsInHand() {
    if (who == Dies.DATABASE && window.equals("X6")) {
      return Set.of(1L, 2L);
    }
    return Set.of(isUndone() ? 2L : 1L);
  }
}
