// SPDX-License-Identifier: Apache-2.0
package org.semel.fake;

import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.semel.retention.Forgetting;
import org.semel.retention.Kept;
import org.semel.retention.Pace;
import org.semel.retention.Rule;
import org.semel.retention.Step;
import org.semel.retention.Turn;

/** A memory to forget from. Time stands still; rows are put in with an age. */
public final class InMemoryForgetting implements Forgetting {

  /** A row, by what it is and whose. */
  public record Row(Kept kept, String owner, String id) {}

  private final FakeTransactions transactions;
  private final Map<Row, Duration> rows = new HashMap<>();
  private final Map<String, String> parked = new HashMap<>();
  private final Set<Row> parkedOf = new HashSet<>();
  private final Map<Kept, Map<String, Duration>> rules = new EnumMap<>(Kept.class);
  private final Map<Kept, Long> tokens = new EnumMap<>(Kept.class);
  private final Set<Kept> notDue = new HashSet<>();
  private final Set<Kept> stuck = new HashSet<>();
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
    parkedOf.add(new Row(Kept.AGGREGATE, owner, aggregate));
  }

  /** Lets the lease or the rest run out. */
  public synchronized void lapse(Kept kept) {
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
  public synchronized void stick(Kept kept) {
    stuck.add(kept);
  }

  @Override
  public synchronized void declare(Collection<Rule> declared) {
    check();
    if (refusal != null) {
      throw refusal;
    }
    for (Rule rule : declared) {
      Map<String, Duration> ages = rules.computeIfAbsent(rule.kept(), kept -> new HashMap<>());
      Duration before = ages.put(rule.owner(), rule.age());
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
  public synchronized Optional<Turn> take(Kept kept, Pace pace) {
    check();
    if (!notDue.add(kept)) {
      return Optional.empty();
    }
    long token = tokens.merge(kept, 1L, Long::sum);
    transactions.enlist(() -> lapse(kept), () -> {});
    return Optional.of(new Turn(kept, token));
  }

  @Override
  public synchronized Step step(Turn turn, Pace pace) {
    check();
    if (stuck.contains(turn.kept())) {
      throw new IllegalStateException("stuck at " + turn.kept());
    }
    if (tokens.get(turn.kept()) != turn.token()) {
      return new Step.Lost();
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
    return new Step.Finished(gone.size());
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
