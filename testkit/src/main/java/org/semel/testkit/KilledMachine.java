// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One life of an application in a virtual machine of its own. Once one of its threads comes to a
 * point, that thread waits, and the machine is killed as {@code kill -9} does.
 */
final class KilledMachine implements AutoCloseable {

  private static final String UP = "semel-testkit: up";
  private static final String REACHED = "semel-testkit: reached";
  private static final long PATIENCE_SECONDS = 120;
  private static final int LAST_LINES = 40;

  private final Process process;
  private final CountDownLatch up = new CountDownLatch(1);
  private final Deque<String> last = new ArrayDeque<>();
  private volatile boolean dead;

  private KilledMachine(Process process) {
    this.process = process;
  }

  /**
   * Starts one, and waits until the application is up.
   *
   * @param transactions directory of the transaction manager's log, which outlives the machine
   * @param point at which it is killed
   */
  static KilledMachine start(
      Setup setup,
      Map<String, String> policy,
      Backends backends,
      Path transactions,
      String database,
      String point)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(KilledMachine::isForAnother)
        .forEach(command::add);
    command.add("-cp");
    command.add(classPath());
    command.add(KilledMachine.class.getName());
    Properties order = new Properties();
    System.getProperties()
        .stringPropertyNames()
        .forEach(key -> order.setProperty("system." + key, System.getProperty(key, "")));
    policy.forEach((key, value) -> order.setProperty("policy." + key, value));
    setup.beans().forEach(bean -> order.setProperty("bean." + bean.getName(), ""));
    order.setProperty("test", Long.toString(ProcessHandle.current().pid()));
    order.setProperty("databases", backends.databases());
    order.setProperty("broker", backends.broker());
    order.setProperty("transactions", transactions.toString());
    order.setProperty("database", database);
    order.setProperty("point", point);
    KilledMachine machine =
        new KilledMachine(new ProcessBuilder(command).redirectErrorStream(true).start());
    try {
      machine.begin(order);
      return machine;
    } catch (IOException | InterruptedException | RuntimeException e) {
      machine.close();
      throw e;
    }
  }

  private void begin(Properties order) throws IOException, InterruptedException {
    Thread reader = new Thread(this::read, "semel-testkit-killed");
    reader.setDaemon(true);
    reader.start();
    try (OutputStream in = process.getOutputStream()) {
      order.store(in, null);
    } catch (IOException e) {
      note(e.toString()); // it has ended, and says why itself
    }
    if (!up.await(PATIENCE_SECONDS, TimeUnit.SECONDS) || !process.isAlive()) {
      throw new IllegalStateException(
          "The application does not start in a virtual machine of its own: "
              + String.join("\n", lastLines()));
    }
  }

  /** Whether another machine can have this option, too: not so agents, and what holds a port. */
  private static boolean isForAnother(String option) {
    return (option.startsWith("-X") || option.startsWith("-D") || option.startsWith("--add-"))
        && !option.startsWith("-Xrunjdwp")
        && !option.startsWith("-Dcom.sun.management.jmxremote");
  }

  /** Surefire's own class path is one jar, which names the others. */
  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  /** Whether it came to its point, and was killed. */
  boolean isDead() {
    return dead;
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        note(line);
        if (line.endsWith(UP)) {
          up.countDown();
        } else if (line.endsWith(REACHED)) {
          close();
          dead = true;
        }
      }
    } catch (IOException e) {
      note(e.toString()); // it has ended
    } finally {
      up.countDown();
    }
  }

  private synchronized void note(String line) {
    last.addLast(line);
    if (last.size() > LAST_LINES) {
      last.removeFirst();
    }
  }

  private synchronized List<String> lastLines() {
    return List.copyOf(last);
  }

  /** The machine that is killed. */
  public static void main(String[] arguments) throws Exception {
    Properties order = new Properties();
    order.load(System.in);
    ProcessHandle.of(Long.parseLong(order.getProperty("test")))
        .ifPresentOrElse(KilledMachine::endWith, KilledMachine::end);
    below("system.", order).forEach(System.getProperties()::putIfAbsent);
    EmbeddedServer.keepTransactionsIn(Path.of(order.getProperty("transactions")));
    List<Class<?>> beans = new ArrayList<>();
    for (String name : below("bean.", order).keySet()) {
      beans.add(Class.forName(name));
    }
    CrashPoints points =
        CrashPoints.killing(
            order.getProperty("point"),
            () -> {
              System.out.println("\n" + REACHED);
              System.out.flush();
            });
    Application.start(
        new Setup(beans, List.of(), List.of(), Map.of()),
        below("policy.", order),
        order.getProperty("database"),
        points,
        new Backends(order.getProperty("databases"), order.getProperty("broker")));
    points.arm();
    System.out.println("\n" + UP);
    System.out.flush();
    while (true) {
      LockSupport.park(); // until it is killed
    }
  }

  private static void endWith(ProcessHandle test) {
    Thread watch =
        new Thread(
            () -> {
              test.onExit().join();
              end();
            },
            "semel-testkit-watch");
    watch.setDaemon(true);
    watch.start();
  }

  /** The test has ended, and killed no one. */
  private static void end() {
    Runtime.getRuntime().halt(1);
  }

  private static Map<String, String> below(String prefix, Properties order) {
    Map<String, String> found = new TreeMap<>();
    order.stringPropertyNames().stream()
        .filter(key -> key.startsWith(prefix))
        .forEach(key -> found.put(key.substring(prefix.length()), order.getProperty(key)));
    return found;
  }
}
