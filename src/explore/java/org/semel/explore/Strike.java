// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import static org.semel.explore.Strike.Place.ACKNOWLEDGE;
import static org.semel.explore.Strike.Place.BROKER_COMMIT;
import static org.semel.explore.Strike.Place.BROKER_END;
import static org.semel.explore.Strike.Place.BROKER_PREPARE;
import static org.semel.explore.Strike.Place.BROKER_ROLLBACK;
import static org.semel.explore.Strike.Place.BROKER_START;
import static org.semel.explore.Strike.Place.DATABASE_COMMIT;
import static org.semel.explore.Strike.Place.DATABASE_END;
import static org.semel.explore.Strike.Place.DATABASE_PREPARE;
import static org.semel.explore.Strike.Place.DATABASE_ROLLBACK;
import static org.semel.explore.Strike.Place.DATABASE_START;
import static org.semel.explore.Strike.Place.RECEIVE;
import static org.semel.explore.Strike.Place.SEND;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;
import org.semel.small.Broker;

/**
 * A call that the application makes of what it stands on, and that does not return: counted since
 * the application started. No message is to blame for it.
 *
 * @param place which call
 * @param cause with what it ends
 * @param at which of them, from 1
 * @param when before it reaches the other side, or behind it
 */
record Strike(Place place, Cause cause, int at, When when) implements Part {

  /** On which side of the call. */
  enum When {
    BEFORE,
    BEHIND
  }

  /** Which call. */
  enum Place {
    /** One of Semel's own statements. */
    STATEMENT,
    DATABASE_START,
    DATABASE_END,
    DATABASE_PREPARE,
    DATABASE_COMMIT,
    DATABASE_ROLLBACK,
    BROKER_START,
    BROKER_END,
    BROKER_PREPARE,
    BROKER_COMMIT,
    BROKER_ROLLBACK,
    /** A consumer asks for a message. */
    RECEIVE,
    /** The local session commits. */
    ACKNOWLEDGE,
    /** A route that delivers sends to a queue. */
    SEND,
    /** A route that delivers calls the provider. */
    PROVIDER;

    boolean isOf(Side side) {
      return name().startsWith(side.name());
    }

    boolean isOfABranch() {
      return isOf(Side.DATABASE) || isOf(Side.BROKER);
    }

    /** Whether it is the receiver that makes the call, and not the relay. */
    boolean isWhileReceiving() {
      return this != SEND && this != PROVIDER;
    }

    private boolean is(String call) {
      return name().endsWith(call);
    }
  }

  /** Whose branch of a transaction. */
  enum Side {
    DATABASE,
    BROKER
  }

  /** With what it ends. */
  @SuppressWarnings("ImmutableEnumChecker") // of Set.of
  enum Cause {
    /** The virtual machine has no memory left. */
    MEMORY(Set.of(Place.values())),
    /** Somebody ends the thread. */
    THREAD_DEATH(Set.of(Place.values())),
    /** The process ends, with all its threads and connections; another one starts. */
    KILL(Set.of(Place.values())),
    /** The resource is away: what it holds it may end later. */
    RMFAIL(
        Set.of(
            DATABASE_START,
            DATABASE_END,
            DATABASE_PREPARE,
            DATABASE_COMMIT,
            DATABASE_ROLLBACK,
            BROKER_START,
            BROKER_END,
            BROKER_PREPARE,
            BROKER_COMMIT,
            BROKER_ROLLBACK)),
    /** The resource has failed: what it held is undone. */
    RMERR(
        Set.of(
            DATABASE_START,
            DATABASE_END,
            DATABASE_PREPARE,
            DATABASE_COMMIT,
            DATABASE_ROLLBACK,
            BROKER_START,
            BROKER_END,
            BROKER_PREPARE,
            BROKER_ROLLBACK)),
    /** The resource has rolled back by itself. */
    RBROLLBACK(Set.of(DATABASE_END, DATABASE_PREPARE, DATABASE_COMMIT, BROKER_END, BROKER_PREPARE)),
    /** The broker's client says so. */
    JMS(Set.of(RECEIVE, ACKNOWLEDGE, SEND));

    final Set<Place> places;

    Cause(Set<Place> places) {
      this.places = places;
    }

    /** Whether it is the thread that ends, or the virtual machine, and no resource says so. */
    private boolean isAnError() {
      return this == MEMORY || this == THREAD_DEATH || this == KILL;
    }

    /** Whether the resource has undone its branch when it says so. */
    private boolean undoes() {
      return this == RMERR || this == RBROLLBACK;
    }

    private Exception thrown(Place place) {
      String why = "struck at " + Part.word(place);
      return switch (this) {
        case MEMORY -> throw new OutOfMemoryError(why);
        case THREAD_DEATH, KILL -> throw new ThreadDeath();
        case RMFAIL -> new XAException(XAException.XAER_RMFAIL);
        case RMERR -> new XAException(XAException.XAER_RMERR);
        case RBROLLBACK -> new XAException(XAException.XA_RBROLLBACK);
        case JMS -> new JMSException(why);
      };
    }
  }

  /** All causes, each at all places where it makes sense. */
  static List<String> pairs() {
    return Arrays.stream(Place.values())
        .flatMap(
            place ->
                Arrays.stream(Cause.values())
                    .filter(cause -> cause.places.contains(place))
                    .map(cause -> pair(cause, place)))
        .toList();
  }

  private static String pair(Cause cause, Place place) {
    return "strike " + cause + " " + place;
  }

  String pair() {
    return pair(cause, place);
  }

  /** Whether the process that is struck has a pool of its own, which ends with it. */
  boolean needsAPool() {
    return cause == Cause.KILL || place.isOfABranch();
  }

  /**
   * Whether a resource can end so. What it has begun and does not say, or has not rolled back, its
   * session holds no longer than it lives.
   */
  boolean makesSense() {
    boolean before = when == When.BEFORE;
    if (cause == Cause.KILL) {
      return true;
    }
    if (place.is("_START") || (cause.undoes() && (place.is("_COMMIT") || place.is("_PREPARE")))) {
      return before && cause.places.contains(place);
    }
    if (place.is("_ROLLBACK") || (cause == Cause.RBROLLBACK && place.is("_END"))) {
      return !before && cause.places.contains(place);
    }
    return cause.places.contains(place);
  }

  @Override
  public String line() {
    return "strike %s %s %d %s".formatted(Part.word(place), Part.word(cause), at, Part.word(when));
  }

  /** A call. */
  @FunctionalInterface
  interface Call<T> {
    T answer() throws Throwable;
  }

  /** Counts the calls of the threads that receive and deliver, and strikes one. */
  static final class Watch {

    private final Strike strike;

    /** Who acts is not struck. */
    private final Thread player = Thread.currentThread();

    private final AtomicInteger seen = new AtomicInteger();
    private volatile boolean begun;
    private final AtomicReference<@Nullable Xid> broken = new AtomicReference<>();
    private final Lines lines;
    private volatile Runnable sever = () -> {};
    private volatile boolean over;
    private volatile boolean dead;
    private volatile boolean severed;
    private volatile int ended;

    Watch(Strike strike, Broker broker) {
      this.strike = strike;
      this.lines = new Lines(broker);
    }

    Place place() {
      return strike.place;
    }

    /** The process that is about to start, by how many have ended before it. */
    int process() {
      return ended;
    }

    /** Whether this one has: of its threads some may go on when the next one has started. */
    boolean hasEnded(int process) {
      return process < ended;
    }

    /**
     * A connection to the broker is made.
     *
     * @throws JMSException if this process has ended
     */
    void connected(Connection connection, int process) throws JMSException {
      lines.connected(connection);
      if (hasEnded(process)) {
        lines.cut(connection);
        throw new JMSException("the process has ended");
      }
    }

    /** A branch of the broker's. */
    void begun(Xid branch) {
      lines.begun(branch);
    }

    /** How the database loses its connections when the process ends. */
    void severs(Runnable database) {
      sever = database;
    }

    /** The same, and all that it was connected to has seen it. */
    boolean isSevered() {
      return severed;
    }

    /** Whether the process has ended, and no other one has started. */
    boolean isDead() {
      return dead;
    }

    /**
     * No process ends until {@link #begins}: who acts, acts upon one that lives, unless {@link
     * #isSevered()}.
     */
    synchronized void spares() {
      if (isKill()) {
        begun = false;
      }
    }

    private synchronized void kill(@Nullable Xid branch) {
      if (!begun) {
        seen.decrementAndGet(); // the next such call is its last
        return;
      }
      broken.set(branch);
      ended++;
      dead = true;
      over = true;
      sever.run(); // first, so that nothing is recorded of what fails then
      lines.cut();
      severed = true;
      throw new ThreadDeath();
    }

    /**
     * What the process had begun and not prepared ends with its connections: that of others, too,
     * who were waiting for what the broken transaction holds.
     */
    void isBuried() {
      lines.end();
      dead = false;
      severed = false;
    }

    /** As coverage counts it. */
    String pair() {
      return strike.pair();
    }

    /** The application has started. */
    void begins() {
      begun = true;
    }

    /** It starts: who proves is not struck. */
    void rests() {
      begun = false;
    }

    /** Whether the process ends there, and not only what one of its threads does. */
    boolean isKill() {
      return strike.cause == Cause.KILL;
    }

    /** Whether recovery has to end what was prepared then. */
    boolean leavesDoubt() {
      return over && (isKill() || strike.place.isOfABranch());
    }

    /** Whether the call was made, and did not return. */
    boolean hasStruck() {
      return over;
    }

    /**
     * The transaction that its manager was thrown out of, and will never end before the server is
     * started anew; empty if there is none, or once it was asked for.
     */
    Optional<Xid> broken() {
      return over && strike.cause.isAnError()
          ? Optional.ofNullable(broken.getAndSet(null))
          : Optional.empty();
    }

    <T> T pass(Place place, Call<T> call) throws Throwable {
      return pass(place, null, call, () -> null);
    }

    /**
     * The same.
     *
     * @param branch in which it is made
     * @param undo what a resource does in place of the call if that does not reach it
     */
    <T> T pass(Place place, @Nullable Xid branch, Call<T> call, Call<?> undo) throws Throwable {
      if (!strikes(place)) {
        return call.answer();
      }
      if (isKill()) {
        return killed(branch, call);
      }
      broken.set(branch);
      Object unused = strike.when == When.BEHIND ? call.answer() : undo.answer();
      over = true;
      throw strike.cause.thrown(place);
    }

    private <T> T killed(@Nullable Xid branch, Call<T> call) throws Throwable {
      if (strike.when == When.BEFORE) {
        kill(branch);
        return call.answer();
      }
      T answer = call.answer();
      kill(branch);
      return answer;
    }

    /** The same, of a call that throws nothing that it must tell of, and that no dead one makes. */
    <T> T run(Place place, Supplier<T> call) {
      if (severed) {
        throw new ThreadDeath();
      }
      try {
        return pass(place, call::get);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }

    /** Whether the resource has undone its branch when it says what it is about to say. */
    boolean undoes() {
      return strike.cause.undoes();
    }

    private boolean strikes(Place place) {
      return begun
          && place == strike.place
          && Thread.currentThread() != player
          && seen.incrementAndGet() == strike.at;
    }
  }
}
