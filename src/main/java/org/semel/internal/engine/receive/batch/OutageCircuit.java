// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.tx.Cause;
import org.semel.message.Identity;

/**
 * A circuit breaker on the receiving side: it finds out whether something that messages need is
 * away, as far as the workers of a consumer can tell together. When one message after the other is
 * stopped by a fault that passes, and none takes effect in between, all workers wait; then one of
 * them tries, and should it hang, another one after a transaction's time. The first message that
 * takes effect lets all of them work again.
 *
 * <p>It also tells a message's own fault from an outage: what stops a message again, after others
 * have taken effect meanwhile, and stops no other, is the message's own. Contention is no outage:
 * the database is there, so that what stops a message again and no other needs no such proof. Safe
 * for any thread; while nothing is wrong it costs a look at one field.
 *
 * @see <a href="https://martinfowler.com/bliki/CircuitBreaker.html">Circuit breaker</a>
 */
public final class OutageCircuit {

  /** The number of messages whose stops are remembered; an older message is new again. */
  private static final int REMEMBERED = 1_000;

  /** The mark of a message that only a rival has stopped: it lies before no effect. */
  private static final long BY_OTHERS = Long.MAX_VALUE;

  private final int stopsToOpen;
  private final Backoff backoff;
  private final LongSupplier clock;
  private final WorkerTurn trying;
  private final Map<Identity, Long> stopped = new BoundedMemory();
  private volatile int stops;
  private volatile int inVain;
  private Optional<Identity> latest = Optional.empty();
  private boolean several;
  private long effects;
  private int openings;
  private long until;
  private volatile long latestStop;

  /**
   * Nothing is away.
   *
   * @param stopsToOpen stops in a row after which all wait
   * @param backoff how long they wait, each time
   * @param timeout of a transaction
   * @param clock in nanoseconds
   */
  OutageCircuit(int stopsToOpen, Backoff backoff, Duration timeout, LongSupplier clock) {
    this.stopsToOpen = stopsToOpen;
    this.backoff = backoff;
    this.clock = clock;
    this.trying = new WorkerTurn(timeout, clock);
  }

  /** The time that the caller must wait before it tries anything; empty if it may try now. */
  Optional<Duration> mustWait() {
    return stops < stopsToOpen ? Optional.empty() : waitOrTry();
  }

  private synchronized Optional<Duration> waitOrTry() {
    long left = until - clock.getAsLong();
    if (stops < stopsToOpen) {
      return Optional.empty();
    }
    if (left > 0) {
      return Optional.of(Duration.ofNanos(left));
    }
    return trying.take() ? Optional.empty() : Optional.of(backoff.first());
  }

  /** The caller has ended what it was let in for, however that ended. */
  void left() {
    if (stops > 0) {
      leave();
    }
  }

  private synchronized void leave() {
    trying.leave();
  }

  /** So many messages have taken effect. */
  synchronized void tookEffect(int messages) {
    if (messages > 0) {
      effects += messages;
      latest = Optional.empty();
      several = false;
      stops = 0;
      inVain = 0;
      openings = 0;
      trying.end();
    }
  }

  /** A fault that passes has ended a transaction with messages in it. */
  public synchronized void stopped() {
    latestStop = clock.getAsLong();
    stops = stops + 1;
    if (stops >= stopsToOpen) {
      openings++;
      until = clock.getAsLong() + backoff.after(openings, RandomGenerator.getDefault()).toNanos();
    }
  }

  /**
   * The result of a look that found no message. It shows nothing while a stopped message may be
   * held back, by its broker or by the time at which it is due. After the longest back-off it is
   * not waited for.
   */
  public BatchResult idle() {
    return stops > 0 && clock.getAsLong() - latestStop < backoff.most().toNanos()
        ? new BatchResult.Withheld(Duration.ZERO)
        : new BatchResult.Idle();
  }

  /** A batch has lasted too long: one stop more if others were stopped before, else no evidence. */
  synchronized void overran() {
    if (stops > 0) {
      stopped();
    }
  }

  /**
   * Whether the fault that has just ended this message, alone, is the message's own: it was stopped
   * before, others have taken effect since if its bound asks for that, and no other was stopped
   * after them.
   *
   * @param bound of its cause; what has none is no one's own
   */
  public synchronized boolean isOwn(Identity identity, Cause.Bound bound) {
    if (bound == Cause.Bound.NONE) {
      stopped.putIfAbsent(identity, BY_OTHERS);
      return false;
    }
    long first = stopped.getOrDefault(identity, BY_OTHERS);
    if (first == BY_OTHERS) {
      stopped.put(identity, effects);
    }
    several |= latest.filter(other -> !other.equals(identity)).isPresent();
    latest = Optional.of(identity);
    boolean before = bound == Cause.Bound.ALONE ? first != BY_OTHERS : first < effects;
    return before && !several;
  }

  /**
   * Whether this message was stopped alone not long ago: others are tried before it, as they tell
   * more, and would else wait for it in each pass.
   */
  public synchronized boolean isRemembered(Identity identity) {
    return stopped.containsKey(identity);
  }

  /**
   * The number of messages that are worth taking at least, to see whether others are stopped as
   * well.
   */
  int worthTaking() {
    return stops == 0 ? 1 : 1 << Math.min(stops, 10);
  }

  /** The latest pass was stopped, took so many messages, and brought nothing new. */
  synchronized void stoppedInVain(int messages) {
    stopped();
    inVain = Math.max(inVain, messages);
  }

  /**
   * The number of messages at the head of the queue of which none has taken effect in the latest
   * pass; none once another has.
   */
  int inVain() {
    return inVain;
  }

  private static final class BoundedMemory extends LinkedHashMap<Identity, Long> {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<Identity, Long> eldest) {
      return size() > REMEMBERED;
    }
  }
}
