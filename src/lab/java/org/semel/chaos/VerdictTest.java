// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.semel.chaos.Facts.Doubts;
import org.semel.chaos.Facts.Effect;
import org.semel.chaos.Facts.External;
import org.semel.chaos.Facts.Left;
import org.semel.chaos.Ledger.Entry;
import org.semel.chaos.Ledger.Outcome;

/** A referee that cannot see a foul is none. */
class VerdictTest {

  private static final Map<String, Entry> LEDGER =
      Map.of("a", new Entry(3, 2, 0), "b", new Entry(4, 1, 1), "c", new Entry(5, 0, 1));
  private static final Left NOTHING = new Left(0, List.of(), Doubts.NONE);

  private Map<String, Effect> effects =
      new HashMap<>(Map.of("a", new Effect(1, 3), "b", new Effect(1, 4)));
  private long claims = 2;
  private Map<String, String> parked = Map.of();
  private Left left = NOTHING;
  private Predicate<String> confirmed = key -> true;
  private External external = external(2, 2, 2);

  @Test
  void whatIsRightIsRight() {
    assertThat(faults()).isEmpty();
  }

  @Test
  void aSendOfUnknownOutcomeMayHaveTakenEffectOrNot() {
    effects.put("c", new Effect(1, 5));
    claims = 3;
    external = external(3, 3, 3);
    assertThat(faults()).isEmpty();
  }

  @Test
  void aConfirmedSendWithoutEffectIsLost() {
    effects.remove("a");
    assertThat(verdict().lost()).isEqualTo(1);
    assertThat(faults()).anyMatch(fault -> fault.contains("nowhere"));
  }

  @Test
  void twoRowsOfOneKeyAreDoubled() {
    effects.put("a", new Effect(2, 6));
    assertThat(verdict().doubled()).isEqualTo(1);
    effects.put("c", new Effect(2, 10));
    assertThat(verdict().doubled()).isEqualTo(2);
  }

  @Test
  void everythingElseThatIsWrongIsSeen() {
    effects.put("stranger", new Effect(1, 1));
    assertThat(faults()).anyMatch(fault -> fault.contains("nobody has sent it"));
    effects.remove("stranger");
    effects.put("a", new Effect(1, 30));
    assertThat(faults()).anyMatch(fault -> fault.contains("quantity"));
    effects.put("a", new Effect(1, 3));
    claims = 3;
    assertThat(faults()).anyMatch(fault -> fault.contains("claims"));
    claims = 2;
    external = external(2, 2, 1);
    assertThat(faults()).anyMatch(fault -> fault.contains("provider"));
    external = external(2, 1, 2);
    assertThat(faults()).anyMatch(fault -> fault.contains("delivered"));
    external = external(2, 2, 2);
    parked = Map.of("a", "ATTEMPTS_EXHAUSTED");
    assertThat(faults()).anyMatch(fault -> fault.contains("both parked and effective"));
    parked = Map.of();
    left = new Left(1, List.of(), Doubts.NONE);
    assertThat(faults()).anyMatch(fault -> fault.contains("left in the queue"));
    left = new Left(0, List.of("a"), Doubts.NONE);
    assertThat(faults()).anyMatch(fault -> fault.contains("dead-letter"));
    assertThat(faults()).hasSize(1);
  }

  @Test
  void thatNobodyIntendsAnythingIsSeen() {
    external = external(0, 0, 0);
    assertThat(faults())
        .contains("intents: 0 instead of 2", "effects at the provider: 0 instead of 2");
  }

  @Test
  void whoIsNotToBeConfirmedIsNot() {
    confirmed = "a"::equals;
    assertThat(faults()).contains("intents: 2 instead of 1");
    external = external(1, 1, 1);
    assertThat(faults()).isEmpty();
  }

  @Test
  void otherKeysAtTheProviderThanWereIntendedAreSeen() {
    external = new External(Set.of("0", "1"), 2, List.of("0", "2"));
    assertThat(faults())
        .containsExactly(
            "1 intended, and not at the provider: [1]",
            "1 at the provider, and intended by nobody: [2]");
    external = new External(Set.of("0", "1"), 2, List.of("0", "1", "1"));
    assertThat(faults()).containsExactly("effects at the provider: 3 instead of 2");
  }

  @Test
  void whatIsInDoubtInAnyOfTheThreePlacesIsSeen() {
    for (Doubts doubts :
        List.of(
            new Doubts(Set.of("x"), Set.of(), Set.of()),
            new Doubts(Set.of(), Set.of("x"), Set.of()),
            new Doubts(Set.of(), Set.of(), Set.of("x")))) {
      left = new Left(0, List.of(), doubts);
      assertThat(faults()).anyMatch(fault -> fault.contains("in doubt"));
      assertThat(doubts.endedBy(doubts)).isFalse();
      assertThat(doubts.endedBy(Doubts.NONE)).isTrue();
    }
  }

  @Test
  void theLedgerIsReadFromDisk(@TempDir Path directory) {
    Order order = Order.of("run", 1);
    try (Ledger ledger = new Ledger(directory.resolve("ledger"))) {
      ledger.note(order, Outcome.FAILED);
      ledger.note(order, Outcome.INDETERMINATE);
      ledger.note(order, Outcome.OK);
      ledger.note(order, Outcome.OK);
    }
    try (Ledger again = new Ledger(directory.resolve("ledger"))) {
      assertThat(again.entries()).isEqualTo(Map.of("run-1", new Entry(order.quantity(), 2, 1)));
    }
  }

  private List<String> faults() {
    return verdict().faults();
  }

  private Verdict verdict() {
    return Verdict.of(
        LEDGER, new Facts(effects, claims, claims, parked, left, external), confirmed);
  }

  private static External external(int intents, long delivered, int effects) {
    return new External(Set.copyOf(keys(intents)), delivered, keys(effects));
  }

  private static List<String> keys(int count) {
    return IntStream.range(0, count).mapToObj(String::valueOf).toList();
  }
}
