// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The points that one life of an application passes: before each step of a route, each statement
 * that writes, each prepare and each commit. Notes them, and strikes at one of them.
 *
 * <p>After a death no thread of that life gets any further: each stops for good at the next point,
 * or at whatever else it asks of database or broker, as after a {@code kill -9}. Nothing is thrown,
 * so no {@code finally} runs.
 */
final class CrashPoints {

  /** A fault, which happens once. */
  enum Strike {
    /** The machine dies. */
    DEATH("dies"),
    /** The virtual machine is killed, and a new one goes on. */
    KILL("is killed"),
    /** The step fails, and its transaction rolls back; the machine lives on. */
    FAILURE("fails, and the message comes again,"),
    /** The broker does what it was asked for, and its answer is lost. */
    LOST_ANSWER("loses the broker's answer");

    final String words;

    Strike(String words) {
      this.words = words;
    }
  }

  /**
   * A step of a user's route.
   *
   * @param words names route, number and step
   * @param origin the route in which the message came, from which this one may have been called
   * @param receives whether that begins with {@code inbox:}
   */
  record Step(String words, String route, String origin, boolean receives) {}

  /** Why a step fails that was struck. */
  static final class Struck extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Struck(String point) {
      super("struck by the test kit: " + point);
    }
  }

  private static final ThreadGroup MORTAL = new ThreadGroup("semel-testkit");

  /** Each thread belongs to one life, or to one at a time. */
  private static final ThreadLocal<@Nullable Step> STEP = new ThreadLocal<>();

  private static final ThreadLocal<@Nullable String> LAST = new ThreadLocal<>();

  private static final Map<String, CrashPoints> LIVES = new ConcurrentHashMap<>();

  private final Map<Thread, Step> inside = new ConcurrentHashMap<>();
  private final Set<String> passed = new LinkedHashSet<>();
  private final Set<Step> steps = new LinkedHashSet<>();
  private final List<Evidence> evidence = new ArrayList<>();
  private final Set<Xid> branches = ConcurrentHashMap.newKeySet();
  private final CountDownLatch struck = new CountDownLatch(1);
  private final @Nullable String target;
  private final @Nullable Strike strike;
  private final Runnable reached;
  private volatile boolean armed;
  private volatile boolean dead;

  private CrashPoints(@Nullable String target, @Nullable Strike strike, Runnable reached) {
    this.target = target;
    this.strike = strike;
    this.reached = reached;
  }

  /** Those of a life in which nothing happens. */
  static CrashPoints calm() {
    return new CrashPoints(null, null, () -> {});
  }

  static CrashPoints striking(String target, Strike strike) {
    return new CrashPoints(target, strike, () -> {});
  }

  /**
   * Those of a virtual machine that is killed when one of its threads comes to this point.
   *
   * @param reached asks for the kill; that thread does nothing more, and all others go on
   */
  static CrashPoints killing(String target, Runnable reached) {
    return new CrashPoints(target, Strike.KILL, reached);
  }

  /** Where a machine of its own is killed; empty if none is. */
  Optional<String> killedAt() {
    return strike == Strike.KILL ? Optional.ofNullable(target) : Optional.empty();
  }

  /** The machine of its own has been killed. */
  void killed() {
    struck.countDown();
    dead = true;
  }

  /** Lets what the driver connects for this life be found by its name. */
  void live(String name) {
    LIVES.put(name, this);
  }

  static CrashPoints of(String name) {
    return Optional.ofNullable(LIVES.get(name)).orElseThrow();
  }

  /** The application has started; from now on points count. */
  void arm() {
    armed = true;
  }

  /** All is through: nothing more counts, and nothing more happens. */
  void disarm() {
    armed = false;
  }

  /** Ends with this life what it has not ended itself. */
  void end() {
    dead = true;
  }

  /** Makes the threads of a life, all of which end with it. */
  static Thread thread(Runnable work, String name) {
    Thread thread = new Thread(MORTAL, work, name);
    thread.setDaemon(true);
    return thread;
  }

  boolean isStruck() {
    return struck.getCount() == 0;
  }

  boolean isDead() {
    return dead;
  }

  /** In the order in which they were passed first. */
  synchronized List<String> passed() {
    return List.copyOf(passed);
  }

  /** The steps that were begun: the names of their points, and the route of each one's message. */
  synchronized Map<String, String> steps() {
    Map<String, String> origins = new LinkedHashMap<>();
    steps.forEach(one -> origins.put(one.words(), one.origin()));
    return origins;
  }

  /** All that were begun. */
  Set<Xid> branches() {
    return Set.copyOf(branches);
  }

  synchronized List<Evidence> evidence() {
    return List.copyOf(evidence);
  }

  /** The step of a route from {@code inbox:} in which this thread is, or else another one. */
  Optional<Step> receivingStep() {
    return Optional.ofNullable(STEP.get())
        .or(() -> inside.values().stream().filter(Step::receives).findFirst());
  }

  /** A step of a route that delivers, while one runs. */
  Optional<Step> sendingStep() {
    return inside.values().stream().filter(step -> !step.receives()).findFirst();
  }

  /** A step begins on this thread. */
  void enter(Step begun) {
    synchronized (this) {
      if (armed) {
        steps.add(begun);
      }
    }
    pass(begun.words(), true);
    LAST.set(begun.route());
    STEP.set(begun);
    inside.put(Thread.currentThread(), begun);
  }

  /** It ends; the step around it, if there is one, goes on. */
  void leave(@Nullable Step outer) {
    alive();
    STEP.set(outer);
    if (outer == null) {
      inside.remove(Thread.currentThread());
    } else {
      inside.put(Thread.currentThread(), outer);
    }
  }

  @Nullable Step current() {
    return STEP.get();
  }

  /** A branch begins on this thread: what ran there before has nothing to do with it. */
  void begin(Xid branch) {
    alive();
    branches.add(branch);
    if (STEP.get() == null) {
      LAST.remove();
    }
  }

  /** A statement that writes. */
  void write(String statement) {
    pass(place() + statement, false);
    if (LAST.get() == null) {
      LAST.set(statement);
    }
  }

  /** A prepare or a commit; of no interest where nothing was done before. */
  void complete(String event) {
    if (place().isEmpty()) {
      alive();
    } else {
      pass(place() + event, false);
    }
  }

  /** A commit of the broker, after it was done. Returns whether its answer gets lost. */
  boolean losesAnswer() {
    if (strike == Strike.LOST_ANSWER && armed && !isStruck()) {
      struck.countDown();
      return true;
    }
    return false;
  }

  /** Something that only an unsafe step does. */
  synchronized void found(Evidence.Kind kind, Optional<Step> where, String what) {
    if (armed) {
      evidence.add(new Evidence(kind, where.map(Step::words), what));
    }
  }

  /** Stops this thread for good if its machine has died. */
  void alive() {
    if (dead) {
      stopForGood();
    }
  }

  private String place() {
    Step in = STEP.get();
    String before = LAST.get();
    return in != null ? "in " + in.words() + ": " : before != null ? "after " + before + ": " : "";
  }

  private void pass(String point, boolean isStep) {
    alive();
    if (!armed) {
      return;
    }
    synchronized (this) {
      passed.add(point);
      if (!point.equals(target) || isStruck() || strike == Strike.LOST_ANSWER) {
        return;
      }
      dead = strike == Strike.DEATH;
      struck.countDown();
    }
    alive();
    if (strike == Strike.KILL) {
      reached.run();
      parkForGood();
    }
    if (isStep) {
      throw new Struck(point);
    }
  }

  /**
   * A transaction manager's own threads must not stop: they serve all lives. A thread that asks for
   * something in a life that has ended is refused instead.
   */
  private static void stopForGood() {
    if (Thread.currentThread().getThreadGroup() != MORTAL) {
      throw new IllegalStateException("this machine has died");
    }
    parkForGood();
  }

  private static void parkForGood() {
    while (true) {
      LockSupport.park();
      Thread.interrupted(); // else it would not sleep any more
    }
  }
}
