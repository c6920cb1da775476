// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Called by Byteman's rules wherever a machine passes a window of the crash matrix. A window is
 * armed by a file of its name; what the file says is done once, by the first thread that finds it,
 * after as many others as it says have passed:
 *
 * <ul>
 *   <li>{@code halt 3}: the machine ends at once, as by kill -9: no hooks, no flushing;
 *   <li>{@code hold 3}: the thread stands still until the file {@code held-} and the window's name
 *       is taken away, so that the harness can kill somebody else meanwhile.
 * </ul>
 */
public final class Windows {

  private static final Path DIRECTORY = Path.of(System.getProperty("chaos.windows", "no-windows"));
  private static final Pattern LINE = Pattern.compile("\"line\":([0-9]+)");

  /** Longer than a harness waits for others to stand in several windows beside it. */
  private static final long PATIENCE = TimeUnit.MINUTES.toNanos(12);

  private static final Map<String, AtomicInteger> PASSED = new ConcurrentHashMap<>();

  private static volatile boolean ending;

  @SuppressWarnings("ThreadLocalUsage") // one for this machine, which ends soon
  private static final ThreadLocal<Integer> BRANCHES = ThreadLocal.withInitial(() -> 0);

  @SuppressWarnings("ThreadLocalUsage") // likewise
  private static final ThreadLocal<Integer> CARRIED_BRANCHES = ThreadLocal.withInitial(() -> 0);

  @SuppressWarnings("ThreadLocalUsage") // likewise
  private static final ThreadLocal<String> KIND = ThreadLocal.withInitial(() -> "");

  @SuppressWarnings("ThreadLocalUsage") // likewise
  private static final ThreadLocal<String> LOAD = ThreadLocal.withInitial(() -> "");

  private Windows() {}

  /** This thread's transaction has something in it, and has passed this window with it. */
  public static void laden(String window) {
    LOAD.set(window);
    pass(window);
  }

  /**
   * A window of laden transactions; idle workers and relays commit others all the time. Its name is
   * that of the window where the load came in, and its own: {@code X4-1PC}.
   */
  public static void ifLaden(String window) {
    String load = LOAD.get();
    if (!load.isEmpty()) {
      LOAD.set("");
      pass(load + "-" + window);
    }
  }

  /** This thread begins a transaction, which has nothing in it yet. */
  public static void begun(String window) {
    KIND.set("");
    pass(window);
  }

  /**
   * This thread's transaction has something in it from here on, in a window like {@code J3}. Those
   * behind it are called by the same letter, so that several routes of one server have windows of
   * their own.
   */
  public static void carry(String window) {
    KIND.set(window.substring(0, 1));
    pass(window);
  }

  /** A window of transactions that carry something. Idle ones commit all the time. */
  public static void carried(String number) {
    if (!KIND.get().isEmpty()) {
      pass(KIND.get() + number);
    }
  }

  /** The same; begins to count the branches of the transaction. */
  public static void firstCarried(String number) {
    CARRIED_BRANCHES.set(0);
    carried(number);
  }

  /** The same; counts a branch, and lies behind the first one. */
  public static void branchCarried(String number) {
    CARRIED_BRANCHES.set(CARRIED_BRANCHES.get() + 1);
    if (CARRIED_BRANCHES.get() == 1) {
      carried(number);
    }
  }

  /** Begins to count the branches of this thread's transaction. */
  public static void first(String window) {
    BRANCHES.set(0);
    pass(window);
  }

  /** Counts a branch; the window lies behind the first one. */
  public static void branch(String window) {
    BRANCHES.set(BRANCHES.get() + 1);
    if (BRANCHES.get() == 1) {
      pass(window);
    }
  }

  /**
   * Whether the intent with this body gets a key that nobody can tell beforehand: one order's line
   * of two. The others' keys are made of the message's identity, so that a second effect would be
   * undone by a primary key of ours, and be seen by nobody.
   */
  public static boolean isUnforeseen(Object body) {
    Matcher line = LINE.matcher(String.valueOf(body));
    return line.find() && Integer.parseInt(line.group(1)) % 2 == 1;
  }

  /** A number that no other run of a route has for its intent. */
  public static int anyOrdinal() {
    return ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE);
  }

  /** A thread is in this window now. Nobody slips through one while the machine ends. */
  public static void pass(String window) {
    Path armed = DIRECTORY.resolve(window);
    if (armed.toFile().exists()) {
      take(armed, window);
    }
    while (ending) {
      LockSupport.park();
    }
  }

  private static void take(Path armed, String window) {
    try {
      String[] order = Files.readString(armed).strip().split(" ", -1);
      if (passed(window) <= Integer.parseInt(order[1])) {
        return;
      }
      if (order[0].equals("halt")) {
        ending = true;
      }
      if (Files.deleteIfExists(armed)) {
        PASSED.remove(window);
        obey(window, order[0]);
      }
    } catch (IOException takenByAnother) {
      return;
    }
  }

  private static int passed(String window) {
    return PASSED.computeIfAbsent(window, absent -> new AtomicInteger()).incrementAndGet();
  }

  private static void obey(String window, String order) throws IOException {
    if (order.equals("halt")) {
      Files.writeString(DIRECTORY.resolve("halted"), window);
      Runtime.getRuntime().halt(137);
    }
    Path held = DIRECTORY.resolve("held-" + window);
    Files.createFile(held);
    long until = System.nanoTime() + PATIENCE;
    while (held.toFile().exists() && System.nanoTime() < until) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }
}
