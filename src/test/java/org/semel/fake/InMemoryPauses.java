// SPDX-License-Identifier: Apache-2.0
package org.semel.fake;

import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.semel.internal.desk.operate.pause.Pauses;
import org.semel.operations.OperatorContext;
import org.semel.operations.PauseActs.Pause;
import org.semel.operations.PauseActs.Target;

/** Pauses in memory. */
public final class InMemoryPauses implements Pauses {

  private final Map<Target, Presence> names = new ConcurrentHashMap<>();
  private final Map<Target, Pause> standing = new ConcurrentHashMap<>();
  private final FakeTransactions transactions;

  public InMemoryPauses(FakeTransactions transactions) {
    this.transactions = transactions;
  }

  /** Lets the database know this name. */
  public void register(Target target, Presence presence) {
    names.put(target, presence);
  }

  @Override
  public Presence presence(Target target) {
    return names.getOrDefault(target, Presence.UNKNOWN);
  }

  @Override
  public StandingPauses standing() {
    return new StandingPauses(
        standing.values().stream()
            .sorted(Comparator.comparing(pause -> pause.target().toString()))
            .toList(),
        Instant.now());
  }

  @Override
  public Optional<Pause> pause(Target target, boolean kept, OperatorContext by) {
    Pause before = standing.get(target);
    if (before != null && (before.kept() || (!kept && before.lapsed().isEmpty()))) {
      return Optional.empty();
    }
    Pause pause = new Pause(target, kept, by, Instant.now(), Optional.empty());
    become(target, pause);
    return Optional.of(pause);
  }

  @Override
  public Optional<Pause> find(Target target) {
    return Optional.ofNullable(standing.get(target));
  }

  @Override
  public Optional<Pause> resume(Target target) {
    Optional<Pause> before = find(target);
    become(target, null);
    return before;
  }

  @Override
  public void lapse(Target target) {
    Pause pause = standing.get(target);
    if (pause != null && !pause.kept() && pause.lapsed().isEmpty()) {
      Optional<Instant> now = Optional.of(Instant.now());
      become(target, new Pause(target, false, pause.by(), pause.since(), now));
    }
  }

  private void become(Target target, Pause next) {
    Pause before = set(target, next);
    transactions.enlist(() -> set(target, before), () -> {});
  }

  private Pause set(Target target, Pause next) {
    return next == null ? standing.remove(target) : standing.put(target, next);
  }
}
