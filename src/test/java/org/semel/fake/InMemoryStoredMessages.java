// SPDX-License-Identifier: Apache-2.0
package org.semel.fake;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.internal.engine.receive.rows.InboxStage;
import org.semel.internal.engine.receive.rows.LeasedMessage;
import org.semel.internal.engine.receive.rows.StageChange;
import org.semel.internal.engine.receive.rows.StoredMessages;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.ParkingReason;

/** Stored messages in memory; rows are locked by transactions as in a database. */
public final class InMemoryStoredMessages implements StoredMessages {

  private static final Duration LOCK_TIMEOUT = Duration.ofMinutes(3);

  private final Map<Identity, Row> rows = new LinkedHashMap<>();
  private final List<Identity> absorbed = new ArrayList<>();
  private final FakeTransactions transactions;

  public InMemoryStoredMessages(FakeTransactions transactions) {
    this.transactions = transactions;
  }

  @Override
  public synchronized Set<Identity> store(List<InboxEntry> messages) {
    Set<Identity> stored = new HashSet<>();
    for (InboxEntry one : messages) {
      if (!rows.containsKey(one.identity())) {
        rows.put(one.identity(), new Row(one));
        lock(one.identity());
        transactions.enlist(() -> remove(one.identity()), () -> {});
        stored.add(one.identity());
      }
    }
    return stored;
  }

  @Override
  public synchronized List<LeasedMessage> lease(String consumer, Quota quota, Duration life) {
    List<Identity> due = new ArrayList<>(due(consumer, quota.fresh(), this::fresh));
    due.addAll(due(consumer, quota.retries(), state -> state.stage == InboxStage.FAILED_RETRYABLE));
    due.sort(dueFirst());
    AtomicLong bytes = new AtomicLong();
    due =
        due.stream()
            .takeWhile(i -> bytes.getAndAdd(rows.get(i).message.body().size()) < quota.bytes())
            .toList();
    Set<Identity> ranOut =
        due.stream()
            .filter(i -> rows.get(i).state.stage == InboxStage.IN_PROGRESS)
            .collect(Collectors.toSet());
    List<Move> moves =
        due.stream().map(i -> new Move(leased(i), new StageChange.Leased(life))).toList();
    move(moves);
    return due.stream().map(identity -> leased(identity, ranOut.contains(identity))).toList();
  }

  /** Those that are due at the same moment come in the order of their identities. */
  private Comparator<Identity> dueFirst() {
    return Comparator.comparing((Identity identity) -> rows.get(identity).state.due)
        .thenComparing(identity -> rows.get(identity).digest);
  }

  private boolean fresh(State state) {
    return state.stage == InboxStage.RECEIVED || state.stage == InboxStage.IN_PROGRESS;
  }

  private List<Identity> due(String consumer, int most, Predicate<State> wanted) {
    return rows.entrySet().stream()
        .filter(entry -> entry.getKey().consumer().equals(consumer) && unlocked(entry.getValue()))
        .filter(entry -> wanted.test(entry.getValue().state))
        .filter(entry -> !entry.getValue().state.due.isAfter(Instant.now()))
        .map(Map.Entry::getKey)
        .sorted(dueFirst())
        .limit(most)
        .toList();
  }

  @Override
  public synchronized void renew(Collection<LeasedMessage> leased, Duration life) {
    leased.stream().filter(this::held).forEach(one -> put(one.identity(), state(one).until(life)));
  }

  @Override
  public synchronized List<Move> move(List<Move> moves) {
    List<Move> refused = new ArrayList<>();
    Instant at = Instant.now();
    for (Move move : moves) {
      at = at.plusNanos(1);
      awaitUnlocked(move.leased().identity());
      State before = state(move.leased());
      if (before.token == move.leased().token() && before.stage.mayBecome(move.change().stage())) {
        Instant due = at.plus(move.change().mark().delay());
        put(move.leased().identity(), before.after(move.change()).due(due));
      } else {
        refused.add(move);
      }
    }
    return refused;
  }

  @Override
  public synchronized boolean finish(LeasedMessage leased, RouteProgress progress, Duration life) {
    awaitUnlocked(leased.identity());
    if (!held(leased)) {
      return false;
    }
    put(leased.identity(), state(leased).until(life).at(progress));
    return true;
  }

  @Override
  public synchronized List<LeasedMessage> failedForGood(String consumer, int most) {
    List<Identity> found =
        rows.entrySet().stream()
            .filter(entry -> entry.getKey().consumer().equals(consumer))
            .filter(entry -> unlocked(entry.getValue()))
            .filter(entry -> entry.getValue().state.stage == InboxStage.FAILED_TERMINAL)
            .sorted(Comparator.comparing(entry -> entry.getValue().message.body().size()))
            .limit(most)
            .map(Map.Entry::getKey)
            .toList();
    found.forEach(this::lock);
    return found.stream().map(this::leased).toList();
  }

  @Override
  public synchronized Optional<Found> find(Identity identity) {
    return Optional.ofNullable(rows.get(identity))
        .map(row -> new Found(leased(identity), row.state.stage, Instant.EPOCH, false));
  }

  @Override
  public synchronized void absorbed(Identity identity) {
    transactions.enlist(() -> {}, () -> absorbed.add(identity));
  }

  /** Every delivery that was counted. */
  public synchronized List<Identity> absorbed() {
    return List.copyOf(absorbed);
  }

  /** All of them. */
  public synchronized Map<Identity, InboxStage> stages() {
    Map<Identity, InboxStage> stages = new LinkedHashMap<>();
    rows.forEach((identity, row) -> stages.put(identity, row.state.stage));
    return stages;
  }

  public synchronized InboxStage stage(Identity identity) {
    return rows.get(identity).state.stage;
  }

  /** What a test does to a row behind everybody's back. */
  public synchronized void force(Identity identity, InboxStage stage) {
    rows.get(identity).state = rows.get(identity).state.in(stage);
  }

  /** Makes a lease, or the wait for a retry, end now. */
  public synchronized void expire(Identity identity) {
    rows.get(identity).state = rows.get(identity).state.until(Duration.ZERO);
  }

  /** Whether there was one that has ended. */
  synchronized boolean forget(Identity identity) {
    Row row = rows.get(identity);
    if (row == null
        || !List.of(InboxStage.COMPLETED, InboxStage.PARKED).contains(row.state.stage)) {
      return false;
    }
    rows.remove(identity);
    transactions.enlist(() -> rows.put(identity, row), () -> {});
    return true;
  }

  private boolean held(LeasedMessage leased) {
    Row row = rows.get(leased.identity());
    return row.state.token == leased.token()
        && row.state.stage == InboxStage.IN_PROGRESS
        && unlocked(row);
  }

  private boolean unlocked(Row row) {
    return row.owner == null || row.owner == transactions.owner();
  }

  private void lock(Identity identity) {
    Row row = rows.get(identity);
    if (row.owner == null) {
      row.owner = transactions.owner();
      transactions.enlist(() -> unlock(row), () -> unlock(row));
    }
  }

  private synchronized void unlock(Row row) {
    row.owner = null;
    notifyAll();
  }

  /** As an UPDATE does. */
  private void awaitUnlocked(Identity identity) {
    long until = System.nanoTime() + LOCK_TIMEOUT.toNanos();
    while (!unlocked(rows.get(identity))) {
      long left = until - System.nanoTime();
      if (left <= 0) {
        throw new IllegalStateException(identity + " is locked by another transaction");
      }
      try {
        wait(Math.max(1, left / 1_000_000));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  private void put(Identity identity, State after) {
    Row row = rows.get(identity);
    State before = row.state;
    lock(identity);
    row.state = after;
    transactions.enlist(() -> row.state = before, () -> {});
  }

  private State state(LeasedMessage leased) {
    return rows.get(leased.identity()).state;
  }

  private synchronized void remove(Identity identity) {
    rows.remove(identity);
  }

  private LeasedMessage leased(Identity identity) {
    return leased(identity, false);
  }

  private LeasedMessage leased(Identity identity, boolean reclaimed) {
    Row row = rows.get(identity);
    State state = row.state;
    Optional<Verdict> verdict =
        state.stage == InboxStage.IN_PROGRESS
            ? Optional.empty()
            : Optional.ofNullable(state.verdict);
    return new LeasedMessage(
        identity,
        row.message,
        state.token,
        new LeasedMessage.AttemptHistory(
            state.failures, state.lapses, Optional.ofNullable(state.progress), verdict, reclaimed));
  }

  private static final class Row {
    private final Message message;
    private final String digest;
    private Object owner;
    private State state = new State(InboxStage.RECEIVED, Instant.now(), 0, 0, 0, null, null);

    Row(InboxEntry stored) {
      this.message = stored.message();
      this.digest = stored.identity().digest().toString();
    }
  }

  private record State(
      InboxStage stage,
      Instant due,
      long token,
      int failures,
      int lapses,
      RouteProgress progress,
      Verdict verdict) {

    State in(InboxStage other) {
      return new State(other, due, token, failures, lapses, progress, verdict);
    }

    State until(Duration life) {
      return new State(stage, Instant.now().plus(life), token, failures, lapses, progress, verdict);
    }

    State due(Instant then) {
      return new State(stage, then, token, failures, lapses, progress, verdict);
    }

    State at(RouteProgress further) {
      return new State(stage, due, token, failures, lapses, further, verdict);
    }

    State after(StageChange change) {
      State next = in(change.stage()).until(Duration.ZERO);
      if (change instanceof StageChange.Leased taken) {
        int lapsed = stage == InboxStage.IN_PROGRESS ? 1 : 0;
        return new State(next.stage, due, token + 1, failures, lapses + lapsed, progress, verdict)
            .until(taken.life());
      }
      if (change instanceof StageChange.RetryAfter retry) {
        return next.failed(Optional.empty()).until(retry.delay());
      }
      if (change instanceof StageChange.FailedForGood failed) {
        return next.failed(Optional.of(new Verdict(failed.reason(), failed.failure())));
      }
      if (change instanceof StageChange.StoppedByOperator aside) {
        Verdict because =
            new Verdict(ParkingReason.SET_ASIDE, new Failure("set aside", aside.because()));
        return new State(next.stage, next.due, token, failures, lapses, progress, because);
      }
      if (stage == InboxStage.PARKED) {
        return new State(next.stage, next.due, token, 0, 0, progress, verdict);
      }
      if (change instanceof StageChange.Stopped) {
        return new State(next.stage, next.due, token, failures, lapses + 1, progress, verdict);
      }
      return change instanceof StageChange.Completed ? next.at(null) : next;
    }

    private State failed(Optional<Verdict> why) {
      return new State(stage, due, token, failures + 1, lapses, progress, why.orElse(verdict));
    }
  }
}
