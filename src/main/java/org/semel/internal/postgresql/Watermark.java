// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Where a look at what is due begins. An index that is ordered by time keeps what was settled, in
 * front, for as long as any snapshot may see it; as long as one is held, a look from the beginning
 * reads all that. So a look begins where the one before found something.
 *
 * <p>What is due may lie before that: it was recorded long before its transaction committed,
 * another held it and rolled back, a clock was set back. So each look goes back by a second, and
 * now and then by more, in the end to the beginning. How often that is follows from what it costs:
 * where nothing piles up, that is next to nothing, and all but each look begins at the beginning.
 *
 * <p>Safe for any thread.
 */
public final class Watermark {

  /** Looks that go back equally far take at most a fiftieth of the time together. */
  static final int SHARE = 50;

  /** Though they may take more: somebody may wait for what they find. */
  public static final Duration AT_LEAST_EACH = Duration.ofMinutes(5);

  private static final Instant BEGINNING = Instant.EPOCH;

  /** How far looks go back; behind the last of these, to the beginning. */
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
