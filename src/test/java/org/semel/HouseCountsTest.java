// SPDX-License-Identifier: Apache-2.0
package org.semel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each build prints the figures of the house, and enforces none; names and carriers are held. */
class HouseCountsTest {

  /** Records that hold a service and do nothing, each with why it stays. */
  private static final Map<String, String> STAY =
      Map.of(
          "BrokerScan.ScanResult.Listed", "a value: the ids that a broker or a log shows",
          "LeasingRelay.Exchange", "a value: what one transaction settled, renewed and leased",
          "PreparedBranches.PreparedBranch", "a value: a row of what is prepared in the database",
          "Dossier", "a value: all that is known of one identity, for an operator",
          "ValueType", "a value: how a key's text is parsed",
          "InjectedDataSources.Injected", "a value: a bean and what is injected into it",
          "WriterInspection.WritingPart", "a value: what writes, and how to ask it where",
          "XaProof.Sight", "what a witness saw in a transaction");

  /** Names that two types have: each is a case of an answer, and means the same in all of them. */
  private static final Map<String, String> TWICE =
      Map.ofEntries(
          Map.entry("Absent", "there is no such row, whichever way a user's route guards it"),
          Map.entry(
              "Address", "where an intent goes, as the core keeps it and as an operator sees it"),
          Map.entry("AlreadySettled", "somebody else has brought it to its end before"),
          Map.entry("Busy", "somebody else has it in hand at this moment; the claim's word"),
          Map.entry(
              "Cause",
              "the law's word: a line of the table, and what an operator sees of it beside a parked message"),
          Map.entry("Changed", "it is no longer as it was seen; each act has its own answers"),
          Map.entry("Conflict", "the law's word, for a claim and for an entity that guards itself"),
          Map.entry(
              "Duplicate",
              "the law's word, for a claim, a receipt and an entity that guards itself"),
          Map.entry("NotFound", "what the act names does not exist; each act has its own answers"),
          Map.entry("Parked", "the law's word: a message or an intent waits for a person"),
          Map.entry("Refused", "for good, and with a reason, by the party that was asked"),
          Map.entry(
              "Stale",
              "the row has this version or a later one, whichever way a user's route guards it"),
          Map.entry(
              "Stored",
              "what was handed in waits in the inbox, as an act answers and a view shows"),
          Map.entry(
              "Verdict",
              "the law's word: what follows from a cause, and for a message that is parked why"));

  /** Events that have the name of the outcome that they report; each room reports its own. */
  private static final Set<String> EVENTS =
      Set.of(
          "Contended",
          "Done",
          "Ended",
          "Failed",
          "Hindered",
          "InDoubt",
          "Interrupted",
          "LeaseLost",
          "Overran",
          "Paused",
          "Resumed",
          "Stopped");

  private static HouseCounts counts;

  @BeforeAll
  static void count() throws IOException {
    counts = HouseCounts.taken();
    print();
  }

  @Test
  void fewNamesMeanTwoTypesAndEachHasItsReason() {
    Set<String> reasons = new HashSet<>(TWICE.keySet());
    reasons.addAll(EVENTS);
    assertThat(counts.namesTwice()).isEqualTo(reasons);
  }

  @Test
  void noRecordIsMadeToCarryArguments() {
    assertThat(counts.carriers()).isSubsetOf(STAY.keySet());
  }

  private static void print() {
    System.out.printf(
        "House: %d files, %d lines, %d types, %d public outside internal, %d carriers, %d names twice,"
            + " largest package %s%nClasses: median %d, p90 %d, max %d. Methods: median %d, p90 %d, max %d.%n"
            + "Carriers: %s%nNames twice: %s%n",
        counts.files,
        counts.lines,
        counts.types(),
        counts.published.size(),
        counts.carriers().size(),
        counts.namesTwice().size(),
        largest(),
        part(counts.classes, 50),
        part(counts.classes, 90),
        Collections.max(counts.classes),
        part(counts.methods, 50),
        part(counts.methods, 90),
        Collections.max(counts.methods),
        counts.carriers(),
        counts.namesTwice());
  }

  private static Map.Entry<String, Long> largest() {
    return counts.rooms.entrySet().stream()
        .max(Comparator.comparing(Map.Entry<String, Long>::getValue))
        .orElseThrow();
  }

  /** The value that {@code percent} of all do not exceed. */
  private static int part(List<Integer> values, int percent) {
    List<Integer> sorted = values.stream().sorted().toList();
    return sorted.get((sorted.size() - 1) * percent / 100);
  }
}
