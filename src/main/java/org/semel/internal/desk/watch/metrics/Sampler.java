// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.semel.internal.engine.loop.Loop;
import org.semel.internal.engine.loop.LoopResult;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;

/**
 * Looks at the database again and again: at its clock, whether it takes writes, and, if it is this
 * node's turn, at its gauges. However many nodes there are, one reads the gauges; the others expose
 * none. Any thread can have the figures that were read, without another look.
 */
public final class Sampler implements Loop.Step {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final SampleStore store;
  private final Transactions transactions;
  private final SamplingPace pace;
  private final DatabaseTime time;
  private final LongSupplier nanos;
  private long token;
  private volatile @Nullable LastLook latest;

  /**
   * The result of one look.
   *
   * @param samples empty if it was another node's turn
   * @param at by the clock of this node that does not jump
   */
  private record LastLook(Optional<List<Sample>> samples, boolean writable, long at) {}

  /**
   * A sampler that has seen nothing yet.
   *
   * @param time is told what the database's clock shows
   * @param nanos a clock that never runs backwards
   */
  public Sampler(
      SampleStore store,
      Transactions transactions,
      SamplingPace pace,
      DatabaseTime time,
      LongSupplier nanos) {
    this.store = store;
    this.transactions = transactions;
    this.pace = pace;
    this.time = time;
    this.nanos = nanos;
  }

  @Override
  public LoopResult run(boolean afterOutage) {
    Completion<LastLook> completion = transactions.inNew(TIMEOUT, () -> Decision.commit(look()));
    return completion.fold(this::seen, this::lost);
  }

  private LoopResult seen(LastLook look) {
    latest = look;
    return new LoopResult.Succeeded(pace.every());
  }

  /**
   * Drops the figures when they cannot be read any more: an old figure would be taken for a new
   * one.
   */
  private LoopResult lost(Throwable cause) {
    latest = null;
    return new LoopResult.Interrupted(cause);
  }

  private LastLook look() {
    time.reads(store.now());
    boolean writable = store.isWritable();
    OptionalLong turn =
        pace.gauges() && writable ? store.take(token, pace.turn()) : OptionalLong.empty();
    token = turn.orElse(0);
    Optional<List<Sample>> samples =
        turn.isPresent() ? Optional.of(store.read()) : Optional.empty();
    return new LastLook(samples, writable, nanos.getAsLong());
  }

  /** The gauges, if this node has read them. */
  public List<Sample> samples() {
    return fresh().flatMap(LastLook::samples).orElse(List.of());
  }

  /** The age of the figures; empty if there are none. */
  public Optional<Duration> age() {
    return fresh()
        .filter(look -> look.samples().isPresent())
        .map(look -> Duration.ofNanos(nanos.getAsLong() - look.at()));
  }

  /** Whether the database took writes when it was looked at last, and that was not long ago. */
  public boolean isWritable() {
    return fresh().filter(LastLook::writable).isPresent();
  }

  private Optional<LastLook> fresh() {
    long oldest = nanos.getAsLong() - pace.turn().plus(TIMEOUT).toNanos();
    return Optional.ofNullable(latest).filter(look -> look.at() - oldest > 0);
  }
}
