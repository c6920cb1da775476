// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.semel.chaos.Facts.Effect;
import org.semel.chaos.Ledger.Entry;

/**
 * Compares the ledger with the facts. Trusts nothing inside the system: what was confirmed to the
 * producer must have taken effect once, or wait for a person; what may have been sent must not have
 * taken effect twice.
 *
 * @param lost confirmed keys that nobody has any more
 * @param doubled keys that took effect more than once
 * @param faults everything that is wrong, in words; empty if the promise held
 */
record Verdict(long lost, long doubled, List<String> faults) {

  private static final int NAMED = 5;

  /**
   * Returns what is wrong.
   *
   * @param intending keys whose effect comes with an intent
   */
  static Verdict of(Map<String, Entry> ledger, Facts facts, Predicate<String> intending) {
    List<String> faults = new ArrayList<>();
    List<String> lost = new ArrayList<>();
    List<String> doubled = new ArrayList<>();
    ledger.forEach(
        (key, entry) -> {
          long times = facts.effects().getOrDefault(key, new Effect(0, 0)).times();
          if (times > 1) {
            doubled.add(key);
          }
          if (times == 0 && entry.ok() > 0 && !waits(key, facts)) {
            lost.add(key);
          }
        });
    name(faults, "confirmed to the producer, and nowhere", lost);
    name(faults, "took effect more than once", doubled);
    List<String> strangers =
        facts.effects().keySet().stream().filter(key -> !sent(ledger.get(key))).toList();
    name(faults, "took effect though nobody has sent it", strangers);
    name(faults, "both parked and effective", parkedAndEffective(facts));
    name(faults, "in the dead-letter queue", facts.left().deadLettered());
    sums(faults, ledger, facts);
    intents(faults, facts, facts.effects().keySet().stream().filter(intending).count());
    left(faults, facts);
    return new Verdict(lost.size(), doubled.size(), faults);
  }

  private static boolean waits(String key, Facts facts) {
    return facts.parked().containsKey(key) || facts.left().deadLettered().contains(key);
  }

  private static boolean sent(Entry entry) {
    return entry != null && entry.ok() + entry.indeterminate() > 0;
  }

  private static List<String> parkedAndEffective(Facts facts) {
    return facts.parked().keySet().stream().filter(facts.effects()::containsKey).toList();
  }

  private static void sums(List<String> faults, Map<String, Entry> ledger, Facts facts) {
    long should =
        facts.effects().keySet().stream()
            .filter(ledger::containsKey)
            .mapToLong(key -> ledger.get(key).quantity())
            .sum();
    long is = facts.effects().values().stream().mapToLong(Effect::quantity).sum();
    differ(faults, "quantity in all", is, should);
    differ(faults, "claims", facts.claims(), (long) facts.effects().size() + facts.parked().size());
  }

  private static void intents(List<String> faults, Facts facts, long expected) {
    Set<String> intents = facts.provider().intents();
    List<String> effects = facts.provider().effects();
    differ(faults, "intents", intents.size(), expected);
    differ(faults, "intents delivered", facts.provider().delivered(), expected);
    differ(faults, "effects at the provider", effects.size(), expected);
    name(faults, "intended, and not at the provider", less(intents, Set.copyOf(effects)));
    name(faults, "at the provider, and intended by nobody", less(effects, intents));
  }

  private static List<String> less(Collection<String> all, Set<String> others) {
    return all.stream().filter(key -> !others.contains(key)).toList();
  }

  private static void left(List<String> faults, Facts facts) {
    if (!facts.parked().isEmpty()) {
      faults.add("parked: " + facts.parked());
    }
    differ(faults, "messages left in the queue", facts.left().queued(), 0);
    if (facts.left().doubts().count() > 0) {
      faults.add("in doubt: " + facts.left().doubts());
    }
  }

  private static void differ(List<String> faults, String what, long is, long should) {
    if (is != should) {
      faults.add("%s: %d instead of %d".formatted(what, is, should));
    }
  }

  private static void name(List<String> faults, String what, List<String> keys) {
    if (!keys.isEmpty()) {
      faults.add(
          "%d %s: %s%s"
              .formatted(
                  keys.size(),
                  what,
                  keys.subList(0, Math.min(NAMED, keys.size())),
                  keys.size() > NAMED ? " ..." : ""));
    }
  }
}
