// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.semel.explore.Part.Act;
import org.semel.explore.Trouble.Verdict;
import org.semel.small.SmallServer;

/** What there is of a case: in the database, with the broker, and with the provider. */
final class Found {

  /** What a later version calls a reason behind. */
  static final String LATER = "_LATER";

  private static final String ROWS =
      "SELECT key || ' ' || value || ' ' || label FROM explored WHERE consumer = ?";

  private static final String PARKED =
      """
      SELECT reason || '|' || state || '|' || CASE WHEN form = 'NONE' THEN '' ELSE encode(substr(body, 1, 100), 'escape') END
      FROM semel_parked WHERE consumer = ?
      """;

  private static final String HELD =
      "SELECT encode(substr(body, 1, 100), 'escape') FROM semel_held WHERE consumer = ?";

  private static final String TURNS =
      "SELECT key FROM explored WHERE consumer = ? AND label = 'first' ORDER BY seq";

  private static final String INTENTS =
      "SELECT concat_ws(' ', state, CASE WHEN state = 'parked' THEN reason END) FROM semel_intent"
          + " WHERE consumer = ?";

  private static final String HELPED =
      "SELECT concat_ws(' ', key, label, times) FROM explored_helped WHERE consumer = ?";

  private static final String BLAMED =
      "SELECT key FROM semel_attempt WHERE consumer = ? AND failures > 0";

  private final SmallServer server = SmallServer.shared();
  private final Looks looks;
  private final Case played;
  private final String name;
  private final Provider provider;
  private final Dated dated;
  private final Tally tally = new Tally();
  private final List<String> unclaimed = new ArrayList<>();
  private final List<String> gaps = new ArrayList<>();
  private final Map<String, List<String>> rows = new TreeMap<>();
  private final Map<String, String> firsts = new TreeMap<>();
  private long intents;

  private Found(Looks looks, Case played, String name, Provider provider, Dated dated) {
    this.looks = looks;
    this.dated = dated;
    this.played = played;
    this.name = name;
    this.provider = provider;
  }

  static Found of(Looks looks, Case played, String name, Provider provider, Dated dated) {
    Found found = new Found(looks, played, name, provider, dated);
    found.rows();
    found.parked();
    found.held();
    Model.unclaimed(played, found.unclaimed).forEach(found.tally::add);
    found
        .texts(HELPED)
        .forEach(
            line -> {
              int times = line.lastIndexOf(' ');
              found.tally.add(
                  "helped " + line.substring(0, times), Long.parseLong(line.substring(times + 1)));
            });
    List<String> intents = found.texts(INTENTS);
    found.intents = intents.size();
    intents.forEach(intent -> found.tally.add("intent " + intent));
    provider.applied().forEach(body -> found.tally.add("applied " + body));
    provider.beside().forEach(body -> found.tally.add("other " + body));
    found.blamed();
    found.tally.add("dead letter", found.server.broker().deadLetters(name));
    return found;
  }

  Tally tally() {
    return tally;
  }

  /** How many intents were recorded. */
  long intents() {
    return intents;
  }

  /** For each key the value of the message that was first. */
  Map<String, String> firsts() {
    return firsts;
  }

  private List<String> texts(String sql) {
    return looks.texts(sql, name);
  }

  private void rows() {
    for (String row : texts(ROWS)) {
      String[] words = row.split(" ", -1);
      rows.computeIfAbsent(words[0], any -> new ArrayList<>()).add(row);
      firsts.putIfAbsent(words[0], words[1]);
    }
  }

  /**
   * Counts what was written.
   *
   * @param repeated the keys of which each delivery runs through the route: once is as good as
   *     twice
   */
  void rows(Set<String> repeated) {
    rows.forEach(
        (key, some) ->
            (repeated.contains(key) ? some.stream().distinct() : some.stream())
                .forEach(row -> tally.add("row " + row)));
  }

  /**
   * Counts those of which a person was told.
   *
   * @param either the aggregates of which that may be so, or not
   */
  void gaps(Set<String> either) {
    gaps.stream()
        .filter(aggregate -> !either.contains(aggregate))
        .forEach(aggregate -> tally.add("parked GAP " + aggregate));
  }

  private void held() {
    for (String body : texts(HELD)) {
      Said said = Said.of(body);
      firsts.putIfAbsent(said.key(), said.value());
      tally.add("held " + said);
    }
  }

  private void parked() {
    for (String line : texts(PARKED)) {
      String[] parts = line.split("\\|", 3);
      Said said = Said.of(parts[2]);
      parts[0] = parts[0].replace(LATER, "");
      if (parts[0].endsWith("EXHAUSTED")
          || parts[0].equals(
              "EXPIRED")) { // also one that was withdrawn, or released when it was old
        firsts.putIfAbsent(said.key(), said.value());
      }
      if (parts[1].equals("parked")) {
        parked(parts[0], said);
      }
    }
  }

  private void parked(String reason, Said said) {
    switch (reason) {
      case "NO_IDENTITY", "TYPE_REFUSED", "BODY_TOO_LARGE" -> unclaimed.add(reason);
      case "CONFLICT" -> tally.add("parked CONFLICT " + said.key() + " " + compared(said));
      // a gap that narrows is the same gap, told of by the message that was the first behind it
      case "GAP" -> gaps.add(Version.of(said.key()).aggregate());
      default -> tally.add("parked " + reason + " " + said);
    }
  }

  private String compared(Said said) {
    return played.has(Key.FINGERPRINT, "json") ? said.value().replace("~", "") : said.value();
  }

  /**
   * The messages that have no failure of their own, and an attempt that is counted all the same.
   */
  private void blamed() {
    boolean anybody =
        played.strike().filter(one -> one.cause() == Strike.Cause.THREAD_DEATH).isPresent();
    for (String key : anybody ? List.<String>of() : texts(BLAMED)) {
      Optional<Trouble> trouble = played.trouble(dated.own(key), false);
      if (trouble.filter(one -> one.cause().verdict == Verdict.COUNTS).isEmpty()
          && !played.isRefused(dated.own(key))) {
        tally.add("blamed " + dated.own(key));
      }
    }
  }

  /**
   * Whether versions took effect in their order; and whether intents of one order came to the
   * provider in the order of their commits, each only when the one before it was over.
   */
  List<String> outOfOrder() {
    List<String> out = new ArrayList<>(versionsOutOfOrder());
    out.addAll(intentsOutOfOrder());
    return out;
  }

  private List<String> versionsOutOfOrder() {
    if (!played.isOrdered()) {
      return List.of();
    }
    long settingsBack = played.moments().stream().filter(Act.SET_BACK::equals).count();
    List<String> out = new ArrayList<>();
    Map<String, Long> reached = new TreeMap<>();
    Map<String, Long> back = new TreeMap<>();
    for (String key : texts(TURNS)) {
      Version version = Version.of(key);
      if (reached.getOrDefault(version.aggregate(), 0L) > version.number()
          && back.merge(version.aggregate(), 1L, Long::sum) > settingsBack) {
        out.add(key + " took effect behind a later version");
      }
      reached.put(version.aggregate(), version.number());
    }
    return out;
  }

  private List<String> intentsOutOfOrder() {
    if (played.has(Key.ORDER_BY, "none") || played.has(Key.PROVIDER, "queue")) {
      return List.of();
    }
    List<String> out = new ArrayList<>();
    for (String group :
        texts(
            "SELECT DISTINCT order_key FROM semel_intent WHERE consumer = ? AND order_key IS NOT"
                + " NULL")) {
      List<String> turns =
          looks.texts(
              "SELECT key::text FROM semel_intent WHERE consumer = ? AND order_key = ? ORDER BY"
                  + " turn",
              name,
              group);
      List<String> came = new ArrayList<>();
      for (String key : provider.keys()) {
        boolean again = !came.isEmpty() && came.get(came.size() - 1).equals(key);
        if (turns.contains(key) && !again) {
          came.add(key);
        }
      }
      if (!came.equals(turns)) {
        out.add("the intents of " + group + " came out of order");
      }
    }
    return out;
  }
}
