// SPDX-License-Identifier: Apache-2.0
package org.semel.fake;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.semel.internal.engine.keep.PendingRule;
import org.semel.internal.engine.keep.RetainedKind;
import org.semel.internal.engine.keep.RetentionRule;
import org.semel.internal.engine.keep.RetentionStore;
import org.semel.internal.engine.keep.SweepLease;
import org.semel.internal.engine.keep.SweepPace;
import org.semel.internal.engine.keep.SweepStep;

/** A memory to forget from. Time stands still; rows are put in with an age. */
public final class InMemoryForgetting implements RetentionStore {

  /** A row, by what it is and whose. */
  public record Row(RetainedKind kept, String owner, String id) {}

  private final FakeTransactions transactions;
  private final Map<Row, Duration> rows = new HashMap<>();
  private final Map<String, String> parked = new HashMap<>();
  private final Set<Row> parkedOf = new HashSet<>();
  private final Map<RetainedKind, Map<String, Duration>> rules = new EnumMap<>(RetainedKind.class);
  private final Map<RetainedKind, Long> tokens = new EnumMap<>(RetainedKind.class);
  private final Set<RetainedKind> notDue = new HashSet<>();
  private final Set<RetainedKind> stuck = new HashSet<>();
  private RuntimeException fault;
  private RuntimeException refusal;

  public InMemoryForgetting(FakeTransactions transactions) {
    this.transactions = transactions;
  }

  public synchronized void put(Row row, Duration age) {
    rows.put(row, age);
  }

  public synchronized boolean has(Row row) {
    return rows.containsKey(row);
  }

  public synchronized void park(String owner, String id) {
    parked.put(id, owner);
  }

  public synchronized void parkOf(String owner, String aggregate) {
    parkedOf.add(new Row(RetainedKind.AGGREGATE, owner, aggregate));
  }

  /** Lets the lease or the rest run out. */
  public synchronized void lapse(RetainedKind kept) {
    notDue.remove(kept);
  }

  /** Makes every act fail, until told {@code null}. */
  public synchronized void failWith(RuntimeException next) {
    fault = next;
  }

  /** Makes writing rules down fail with {@code next}, until it is null. */
  public synchronized void refuseRules(RuntimeException next) {
    refusal = next;
  }

  /** Makes every step over this kind fail. */
  public synchronized void stick(RetainedKind kept) {
    stuck.add(kept);
  }

  @Override
  public synchronized void prolong(RetentionRule rule) {
    Duration now =
        rules.getOrDefault(rule.kept(), Map.of()).getOrDefault(rule.owner(), Duration.ZERO);
    if (now.compareTo(rule.age()) < 0) {
      declare(List.of(rule));
    }
  }

  @Override
  public synchronized void declare(Collection<RetentionRule> declared) {
    check();
    if (refusal != null) {
      throw refusal;
    }
    for (RetentionRule rule : declared) {
      Map<String, Duration> ages = rules.computeIfAbsent(rule.kept(), kept -> new HashMap<>());
      Duration before = ages.get(rule.owner());
      ages.put(rule.owner(), counting(rule, before));
      transactions.enlist(
          () -> {
            if (before == null) {
              ages.remove(rule.owner());
            } else {
              ages.put(rule.owner(), before);
            }
          },
          () -> {});
    }
  }

  @Override
  public synchronized List<PendingRule> pending(Collection<RetentionRule> declared) {
    List<PendingRule> pending = new ArrayList<>();
    for (RetentionRule rule : declared) {
      Duration counts = rules.get(rule.kept()).get(rule.owner());
      if (counts.compareTo(rule.age()) > 0) {
        pending.add(new PendingRule(rule, counts, Instant.now().plus(counts)));
      }
    }
    return pending;
  }

  /** Time stands still, so that a longer rule never passes. */
  private static Duration counting(RetentionRule rule, Duration before) {
    boolean atOnce =
        before == null || rule.kept().shrinksAtOnce() || before.compareTo(rule.age()) < 0;
    return atOnce ? rule.age() : before;
  }

  @Override
  public synchronized Optional<SweepLease> take(RetainedKind kept, SweepPace pace) {
    check();
    if (!notDue.add(kept)) {
      return Optional.empty();
    }
    long token = tokens.merge(kept, 1L, Long::sum);
    transactions.enlist(() -> lapse(kept), () -> {});
    return Optional.of(new SweepLease(kept, token));
  }

  @Override
  public synchronized SweepStep step(SweepLease turn, SweepPace pace) {
    check();
    if (stuck.contains(turn.kept())) {
      throw new IllegalStateException("stuck at " + turn.kept());
    }
    if (tokens.get(turn.kept()) != turn.token()) {
      return new SweepStep.LeaseExpired();
    }
    notDue.add(turn.kept());
    List<Map.Entry<Row, Duration>> old = rows.entrySet().stream().filter(this::outlived).toList();
    List<Map.Entry<Row, Duration>> gone =
        old.stream()
            .filter(row -> row.getKey().kept() == turn.kept())
            .map(row -> Map.entry(row.getKey(), row.getValue()))
            .toList();
    gone.forEach(row -> rows.remove(row.getKey()));
    transactions.enlist(() -> gone.forEach(row -> put(row.getKey(), row.getValue())), () -> {});
    return new SweepStep.Finished(gone.size());
  }

  private boolean outlived(Map.Entry<Row, Duration> row) {
    Duration age = rules.getOrDefault(row.getKey().kept(), Map.of()).get(row.getKey().owner());
    boolean waits =
        switch (row.getKey().kept()) {
          case CLAIM -> parked.containsKey(row.getKey().id());
          case AGGREGATE ->
              parked.containsValue(row.getKey().owner()) || parkedOf.contains(row.getKey());
          default -> false;
        };
    return age != null && row.getValue().compareTo(age) > 0 && !waits;
  }

  private void check() {
    if (fault != null) {
      throw fault;
    }
  }
}
