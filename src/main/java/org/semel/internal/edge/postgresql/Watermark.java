// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The start of a scan for due rows. An index by time keeps settled entries at its front for as long
 * as any snapshot may see them, and a scan from the beginning reads all of them. So a scan starts
 * where the one before found something.
 *
 * <p>Due rows may lie before that: recorded long before their commit, locked by a transaction that
 * rolled back, or written before a clock was set back. So each scan goes back by a second,
 * sometimes by more, and in the end to the beginning. The cost decides how often: without settled
 * entries it is almost nothing, and almost every scan starts at the beginning.
 *
 * <p>Safe for any thread.
 */
public final class Watermark {

  /** Scans that go back equally far take at most a fiftieth of the time. */
  static final int SHARE = 50;

  /**
   * The longest pause between such scans, even if they then take more: a row that only they find
   * may be waited for.
   */
  public static final Duration AT_LEAST_EACH = Duration.ofMinutes(5);

  private static final Instant BEGINNING = Instant.EPOCH;

  /** The distances by which looks go back; beyond the last of these they go to the beginning. */
  private static final List<Duration> STEPS =
      List.of(Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofSeconds(100));

  private final LongSupplier nanos;
  private final long[] notBefore = new long[STEPS.size() + 1];
  private Instant mark = BEGINNING;

  /**
   * A mark at the beginning.
   *
   * @param nanos a clock that never runs backwards
   */
  public Watermark(LongSupplier nanos) {
    this.nanos = nanos;
    Arrays.fill(notBefore, nanos.getAsLong());
  }

  /**
   * One look.
   *
   * @param step how far back it goes
   * @param since where it begins, but for that step
   * @param begun when, in nanoseconds
   */
  public record Look(int step, Instant since, long begun) {

    /** Two parameters: a time, and how many milliseconds before it. */
    public Binds bind(Binds binds) throws SQLException {
      return isWhole()
          ? binds.text("-infinity").number(0)
          : binds.text(since.toString()).number(STEPS.get(step).toMillis());
    }

    boolean isWhole() {
      return step == STEPS.size();
    }
  }

  /** The look that is to be made now: as far back as is not too dear. */
  public synchronized Look look() {
    long now = nanos.getAsLong();
    int step = STEPS.size();
    while (step > 0 && notBefore[step] - now > 0 && mark.isAfter(BEGINNING)) {
      step--;
    }
    return new Look(step, mark, now);
  }

  /** A look has ended, however it did; the more it took, the later comes the next like it. */
  public synchronized void ended(Look look) {
    long now = nanos.getAsLong();
    long rest = Math.min((now - look.begun()) * SHARE, AT_LEAST_EACH.toNanos());
    notBefore[look.step()] = now + rest;
  }

  /**
   * When the first was due that was found; or, if nothing was, a moment no later than the look, as
   * the look's own statement tells it.
   */
  public synchronized void reached(Instant first) {
    mark = first;
  }
}
