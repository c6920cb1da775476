// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.pause;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.semel.internal.desk.operate.pause.Pauses.StandingPauses;
import org.semel.internal.engine.loop.Lifecycle;
import org.semel.internal.engine.loop.Loop;
import org.semel.internal.engine.loop.LoopResult;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.loop.Pausable;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;
import org.semel.operations.PauseActs.Pause;
import org.semel.operations.PauseActs.Target;

/**
 * Looks every two seconds at what operators have paused and whether the server is suspended, and
 * lets this node's consumers and relays obey. Before the first look no one may begin; while the
 * database is away, all stays as it was. A pause that is not kept is obeyed by nodes that were
 * there before it. Safe for any thread.
 */
public final class PauseWatch implements Loop.Step {

  /** How long a node may take to obey, apart from the look itself. */
  public static final Duration EVERY = Duration.ofSeconds(2);

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final Pauses pauses;
  private final Transactions transactions;
  private final BooleanSupplier serverSuspended;
  private final LongSupplier nanos;
  private final long born;
  private final PausedTargets targets;
  private final Object oneLook = new Object();
  private volatile boolean known;
  private Instant begun = Instant.MAX; // by the database's clock

  /**
   * A watch of a node that begins now.
   *
   * @param serverSuspended whether the server is to take no new work in
   * @param nanos a clock that never runs backwards
   */
  public PauseWatch(
      Pauses pauses,
      Transactions transactions,
      BooleanSupplier serverSuspended,
      Observer<PauseEvent> observer,
      LongSupplier nanos) {
    this.pauses = pauses;
    this.transactions = transactions;
    this.serverSuspended = serverSuspended;
    this.nanos = nanos;
    this.born = nanos.getAsLong();
    this.targets = new PausedTargets(observer);
  }

  /** The same, but its target obeys operators for as long as it runs. */
  public Lifecycle obeying(Target target, Lifecycle run, Pausable pausable) {
    return new ObeyingLifecycle(run, () -> targets.begin(target, pausable));
  }

  /**
   * Finds out what is paused, if that was never known: no one may begin before.
   *
   * @return why it cannot be known yet; empty if it is known
   */
  public Optional<Throwable> unknown() {
    return known ? Optional.empty() : look();
  }

  /**
   * Whether an operator has paused {@code target}, as far as is known, and this node obeys; or the
   * server is suspended.
   */
  public boolean isPaused(Target target) {
    return targets.isPaused(target);
  }

  @Override
  public LoopResult run(boolean afterOutage) {
    return look()
        .<LoopResult>map(LoopResult.Interrupted::new)
        .orElseGet(() -> new LoopResult.Succeeded(EVERY));
  }

  /** One after the other, so that an older look does not undo what a newer one has found. */
  private Optional<Throwable> look() {
    synchronized (oneLook) {
      targets.serverIsSuspended(serverSuspended.getAsBoolean());
      Completion<StandingPauses> completion = transactions.inNew(TIMEOUT, this::read);
      return completion.fold(this::obey, Optional::of);
    }
  }

  private Decision<StandingPauses> read() {
    StandingPauses standing = pauses.standing();
    if (!known) { // reckoned once: two clocks drift apart
      begun = standing.now().minusNanos(nanos.getAsLong() - born);
    }
    boolean lapses = false;
    for (Pause pause : standing.pauses()) {
      if (!obeys(pause) && pause.lapsed().isEmpty() && targets.runs(pause.target())) {
        pauses.lapse(pause.target());
        lapses = true;
      }
    }
    return lapses ? Decision.commit(standing) : Decision.discard(standing);
  }

  private Optional<Throwable> obey(StandingPauses standing) {
    targets.become(standing.pauses().stream().filter(this::obeys).toList());
    known = true;
    return Optional.empty();
  }

  private boolean obeys(Pause pause) {
    return pause.kept() || !pause.since().isBefore(begun);
  }
}
