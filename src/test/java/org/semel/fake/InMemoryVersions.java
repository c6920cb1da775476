// SPDX-License-Identifier: Apache-2.0
package org.semel.fake;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.semel.internal.desk.operate.gaps.Gaps;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.rows.Versions;
import org.semel.message.Identity;
import org.semel.message.ParkingReason;
import org.semel.operations.GapActs.AggregateStanding;
import org.semel.operations.GapActs.Gap;
import org.semel.operations.GapActs.GapPlace;
import org.semel.operations.GapActs.Loss;
import org.semel.operations.GapActs.SettingBack;

/** Versions in memory; for one thread at a time. */
public final class InMemoryVersions implements Versions, Gaps {

  private static final Comparator<GapPlace> PLACES =
      Comparator.comparing(GapPlace::since).thenComparing(GapPlace::aggregate);

  private final Map<Identity, State> rows =
      new TreeMap<>(java.util.Comparator.comparing(Identity::toString));
  private final FakeTransactions transactions;
  private final InMemoryParking parking;

  public InMemoryVersions(FakeTransactions transactions, InMemoryParking parking) {
    this.transactions = transactions;
    this.parking = parking;
  }

  @Override
  public synchronized Map<Identity, Reached> lock(Map<Identity, Long> aggregates) {
    Map<Identity, Reached> reached = new HashMap<>();
    aggregates.forEach(
        (aggregate, first) -> {
          if (!rows.containsKey(aggregate)) {
            put(aggregate, new State(reached(first), 0, Optional.empty(), Map.of()));
          }
          reached.put(aggregate, rows.get(aggregate).reached);
        });
    return reached;
  }

  @Override
  public synchronized void advance(Collection<Advance> advances) {
    for (Advance one : advances) {
      State state = rows.get(one.aggregate());
      State moved = new State(one.reached(), state.ignored + one.ignored(), state.told, state.held);
      put(one.aggregate(), moved.gap() ? moved : moved.untold());
      if (!moved.gap()) {
        state.told.ifPresent(notice -> parking.closed(notice, "; closed by itself: they came"));
      }
    }
  }

  @Override
  public synchronized List<Optional<Claim.Conflict>> hold(List<HeldMessage> early) {
    List<Optional<Claim.Conflict>> answers = new ArrayList<>();
    for (HeldMessage one : early) {
      State state = rows.get(one.place().aggregate());
      Held there = state.held.get(one.place().version());
      answers.add(Optional.ofNullable(there).map(Held::asConflict));
      if (there == null) {
        put(
            one.place().aggregate(),
            state.with(one.place().version(), new Held(one, 0, Instant.now(), Instant.now())));
      }
    }
    return answers;
  }

  @Override
  public synchronized Optional<HeldMessage> waiting(Place place) {
    return Optional.ofNullable(rows.get(place.aggregate()))
        .map(state -> state.held.get(place.version()))
        .map(Held::waiting);
  }

  @Override
  public synchronized List<Run> due(String consumer, int most, long bytes) {
    List<Run> runs = new ArrayList<>();
    int taken = 0;
    long size = 0;
    for (Map.Entry<Identity, State> row : List.copyOf(rows.entrySet())) {
      List<HeldMessage> next = new ArrayList<>();
      long reached = row.getValue().version();
      int failures = 0;
      for (Map.Entry<Long, Held> held : row.getValue().held.entrySet()) {
        boolean due = !held.getValue().due.isAfter(Instant.now());
        if (taken < most && size < bytes && held.getKey() <= reached + 1 && due) {
          size += held.getValue().waiting.message().body().size();
          failures = next.isEmpty() ? held.getValue().failures : failures;
          next.add(held.getValue().waiting);
          reached = Math.max(reached, held.getKey());
          taken++;
        } else {
          break;
        }
      }
      if (!next.isEmpty() && row.getKey().consumer().equals(consumer)) {
        runs.add(new Run(row.getKey(), row.getValue().reached, next, failures));
      }
    }
    return runs;
  }

  @Override
  public synchronized Set<Identity> known(Collection<Identity> aggregates) {
    return aggregates.stream().filter(rows::containsKey).collect(Collectors.toSet());
  }

  @Override
  public synchronized void drop(Collection<Place> upTo) {
    for (Place place : upTo) {
      State state = rows.get(place.aggregate());
      Map<Long, Held> left = new TreeMap<>(state.held);
      left.keySet().removeIf(version -> version <= place.version());
      put(place.aggregate(), new State(state.reached, state.ignored, state.told, left));
    }
  }

  @Override
  public synchronized boolean failed(Place place, Failure failure, Duration delay) {
    return later(place, 1, delay);
  }

  @Override
  public synchronized boolean stopped(Place place, Duration delay) {
    return later(place, 0, delay);
  }

  private boolean later(Place place, int failures, Duration delay) {
    State state = rows.get(place.aggregate());
    Held held = state.held.get(place.version());
    if (held == null) {
      return false;
    }
    Instant due = Instant.now().plus(delay);
    put(
        place.aggregate(),
        state.with(
            place.version(), new Held(held.waiting, held.failures + failures, held.at, due)));
    return true;
  }

  @Override
  public synchronized List<Overdue> overdue(String consumer, Duration deadline, long bytes) {
    List<Gap> gaps =
        rows.keySet().stream()
            .filter(one -> one.consumer().equals(consumer) && rows.get(one).told.isEmpty())
            .flatMap(one -> gap(one).stream())
            .filter(gap -> gap.since().plus(deadline).isBefore(Instant.now()))
            .sorted(Comparator.comparing(gap -> first(gap).message().body().size()))
            .toList();
    AtomicLong read = new AtomicLong();
    return gaps.stream()
        .takeWhile(gap -> read.getAndAdd(first(gap).message().body().size()) < bytes)
        .map(this::told)
        .toList();
  }

  private HeldMessage first(Gap gap) {
    return rows.get(gap.aggregate()).held.get(gap.to() + 1).waiting;
  }

  private Overdue told(Gap gap) {
    State state = rows.get(gap.aggregate());
    HeldMessage first = first(gap);
    put(
        gap.aggregate(),
        new State(state.reached, state.ignored, Optional.of(first.offer().identity()), state.held));
    return new Overdue(
        first,
        new Verdict(
            ParkingReason.GAP, "versions " + gap.from() + " to " + gap.to() + " are missing"));
  }

  @Override
  public synchronized List<Gap> open(String consumer, GapPlace after, int most) {
    return rows.keySet().stream()
        .filter(aggregate -> aggregate.consumer().equals(consumer))
        .flatMap(aggregate -> gap(aggregate).stream())
        .sorted(Comparator.comparing(Gap::place, PLACES))
        .filter(gap -> PLACES.compare(gap.place(), after) > 0)
        .limit(most)
        .toList();
  }

  @Override
  public synchronized Optional<Gap> of(Identity aggregate) {
    return rows.containsKey(aggregate) ? gap(aggregate) : Optional.empty();
  }

  @Override
  public synchronized Optional<AggregateStanding> standing(Identity aggregate) {
    return Optional.ofNullable(rows.get(aggregate))
        .map(
            state ->
                new AggregateStanding(
                    aggregate, state.version(), state.ignored, state.held.size()));
  }

  @Override
  public synchronized Loss declareLost(Identity aggregate, long last) {
    Optional<Gap> gap = of(aggregate);
    if (gap.filter(found -> found.to() == last).isEmpty()) {
      return new Loss.Closed();
    }
    State state = rows.get(aggregate);
    put(aggregate, new State(reached(last), state.ignored, Optional.empty(), state.held));
    state.told.ifPresent(notice -> parking.closed(notice, "; closed: they were declared lost"));
    return new Loss.Lost(gap.get());
  }

  @Override
  public synchronized SettingBack setBack(Identity aggregate, long to) {
    State state = rows.get(aggregate);
    if (state == null) {
      return new SettingBack.NotFound();
    }
    if (!state.held.isEmpty()) {
      return new SettingBack.MessagesHeld(state.held.size());
    }
    if (state.version() == to) {
      return new SettingBack.AlreadyThere(to);
    }
    put(aggregate, new State(reached(to), state.ignored, state.told, state.held));
    return new SettingBack.SetBack(state.version());
  }

  @Override
  public synchronized int setAllBack(String consumer, long to, int most) {
    return (int)
        List.copyOf(rows.keySet()).stream()
            .filter(aggregate -> aggregate.consumer().equals(consumer))
            .filter(aggregate -> rows.get(aggregate).version() > to)
            .filter(aggregate -> setBack(aggregate, to) instanceof SettingBack.SetBack)
            .limit(most)
            .count();
  }

  /** Messages of {@code consumer} that wait, by aggregate and version. */
  public synchronized Map<Place, HeldMessage> waiting(String consumer) {
    Map<Place, HeldMessage> waiting = new HashMap<>();
    rows.forEach(
        (aggregate, state) ->
            state.held.values().stream()
                .filter(held -> aggregate.consumer().equals(consumer))
                .forEach(held -> waiting.put(held.waiting.place(), held.waiting)));
    return waiting;
  }

  /** All consumers that keep versions here. */
  public synchronized java.util.Set<String> consumers() {
    return rows.keySet().stream()
        .map(Identity::consumer)
        .collect(java.util.stream.Collectors.toSet());
  }

  public synchronized long ignored(Identity aggregate) {
    return rows.get(aggregate).ignored;
  }

  /** Lets time pass for everything that waits. */
  public synchronized void age(Duration by) {
    rows.replaceAll(
        (aggregate, state) -> {
          Map<Long, Held> older = new TreeMap<>();
          state.held.forEach((version, held) -> older.put(version, held.older(by)));
          return new State(state.reached, state.ignored, state.told, older);
        });
  }

  private Optional<Gap> gap(Identity aggregate) {
    State state = rows.get(aggregate);
    return state.held.entrySet().stream()
        .findFirst()
        .filter(first -> state.gap())
        .map(
            first ->
                new Gap(aggregate, state.version() + 1, first.getKey() - 1, first.getValue().at));
  }

  private void put(Identity aggregate, State after) {
    State before = rows.put(aggregate, after);
    transactions.enlist(() -> undo(aggregate, before), () -> {});
  }

  private synchronized void undo(Identity aggregate, State before) {
    if (before == null) {
      rows.remove(aggregate);
    } else {
      rows.put(aggregate, before);
    }
  }

  private record Held(HeldMessage waiting, int failures, Instant at, Instant due) {
    Claim.Conflict asConflict() {
      return new Claim.Conflict(waiting.offer().fingerprint(), at);
    }

    Held older(Duration by) {
      return new Held(waiting, failures, at.minus(by), due.minus(by));
    }
  }

  private static Reached reached(long version) {
    return new Reached(version, Optional.empty(), Instant.now(), Instant.now());
  }

  private record State(
      Reached reached, long ignored, Optional<Identity> told, Map<Long, Held> held) {

    long version() {
      return reached.version();
    }

    /** Whether the first that waits lacks a version. */
    boolean gap() {
      return held.keySet().stream().findFirst().filter(first -> first > version() + 1).isPresent();
    }

    State untold() {
      return new State(reached, ignored, Optional.empty(), held);
    }

    State with(long version, Held one) {
      Map<Long, Held> more = new TreeMap<>(held);
      more.put(version, one);
      return new State(reached, ignored, told, more);
    }
  }
}
