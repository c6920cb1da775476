// SPDX-License-Identifier: Apache-2.0
package org.semel.beside;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.semel.estate.Jvm;

/**
 * Runs tests of Camel's own twice, in Camel's own contexts and in contexts that Semel has started,
 * and fails if one passes there and not here. Run by {@code mvn -Pcamel-tests}.
 *
 * <p>Many of these tests count milliseconds. So what differs is run again, ten times each way: it
 * is a failure if it fails beside Semel again, and never without. All else is told as unsteady.
 */
public final class CamelBeside {

  /** What fails in one context of three passes ten of them once in sixty times. */
  private static final int AGAIN = 10;

  private static final int FAILED = 1;
  private static final int BROKEN_OFF = 2;

  private static final List<String> OPTIONS =
      List.of(
          "-Xmx1g",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Djava.util.logging.config.file="
              + Path.of("src/test/resources/logging.properties").toAbsolutePath());

  private final Path directory;
  private final PrintStream out;

  private CamelBeside(Path directory, PrintStream out) {
    this.directory = directory;
    this.out = out;
  }

  /** Takes no arguments, or patterns instead of those of {@code camel-tests.txt}. */
  public static void main(String[] arguments) throws IOException {
    Path directory = Files.createTempDirectory(Path.of("target"), "camel-tests-");
    int status = BROKEN_OFF;
    try {
      List<String> tests = arguments.length > 0 ? List.of(arguments) : listed();
      status = new CamelBeside(directory, System.out).compare(tests);
    } catch (IllegalStateException e) {
      System.out.println("camel-tests: " + e.getMessage());
    }
    System.out.flush();
    Runtime.getRuntime().halt(status); // so that the last line stays the last
  }

  private static List<String> listed() throws IOException {
    return Files.readAllLines(Path.of("src/test/resources/camel-tests.txt")).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .toList();
  }

  private int compare(List<String> tests) throws IOException {
    out.printf("Camel's own tests, without Semel and beside it; logs: %s%n", directory);
    Both all = run("all", tests);
    Set<String> differing = all.differing();
    Set<String> failures = failing(differing);
    for (String test : differing) {
      String what = failures.contains(test) ? "fails beside Semel" : "is unsteady";
      out.printf("%s %s: %s%n", test, what, all.beside.failed().getOrDefault(test, "not run"));
    }
    out.printf(
        "camel-tests: run=%d control=%d beside=%d contexts=%d unsteady=%d failures=%d%n",
        all.control.passed().size() + all.control.failed().size(),
        all.control.passed().size(),
        all.control.passed().size() - differing.size(),
        all.beside.contexts(),
        differing.size() - failures.size(),
        failures.size());
    return failures.isEmpty() && all.beside.contexts() > 0 ? 0 : FAILED;
  }

  /** Those of these tests that differ again. */
  private Set<String> failing(Set<String> differing) throws IOException {
    if (differing.isEmpty()) {
      return Set.of();
    }
    out.printf("%d differ, and run again, %d times%n", differing.size(), AGAIN);
    List<String> types = differing.stream().map(CamelBeside::type).distinct().toList();
    Set<String> again =
        run("again", Collections.nCopies(AGAIN, types).stream().flatMap(List::stream).toList())
            .differing();
    again.retainAll(differing);
    return again;
  }

  private static String type(String test) {
    return test.replaceFirst("^((?:[a-z]\\w*\\.)*[A-Z]\\w*)\\..*", "$1");
  }

  /** Both at once: half of their time they wait. */
  private Both run(String name, List<String> tests) throws IOException {
    Path notesOfControl = directory.resolve(name + "-control.txt");
    Path notesBeside = directory.resolve(name + "-beside.txt");
    Process control = start(false, tests, notesOfControl);
    Process beside = start(true, tests, notesBeside);
    control.onExit().join();
    beside.onExit().join();
    return new Both(Results.read(notesOfControl), Results.read(notesBeside));
  }

  /** In a directory of its own, as these tests write files; with what the small server reads. */
  private Process start(boolean semel, List<String> tests, Path notes) throws IOException {
    Path home = Files.createTempDirectory(directory, semel ? "beside-" : "control-");
    Files.createDirectories(home.resolve("target"));
    Files.createDirectories(home.resolve("src"));
    Files.createSymbolicLink(home.resolve("src/main"), Path.of("src/main").toAbsolutePath());
    Path list = Files.write(home.resolve("tests.txt"), tests);
    List<String> arguments =
        List.of(
            String.valueOf(semel),
            list.toAbsolutePath().toString(),
            notes.toAbsolutePath().toString());
    Process process = Jvm.start(CamelTestRun.class, OPTIONS, arguments, home.resolve("log"), home);
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy)); // who stops this stops all
    return process;
  }

  private record Both(Results control, Results beside) {

    /** What passes without Semel, and not beside it. */
    Set<String> differing() {
      Set<String> differing = new TreeSet<>(control.passed());
      differing.removeAll(beside.passed());
      return differing;
    }
  }
}
