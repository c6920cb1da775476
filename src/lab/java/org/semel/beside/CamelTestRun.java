// SPDX-License-Identifier: Apache-2.0
package org.semel.beside;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.UniqueId.Segment;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.semel.small.SmallServer;

/** Runs tests of Camel's in this virtual machine, and notes how each has ended. */
final class CamelTestRun implements TestExecutionListener {

  private static final String BASE = "org.apache.camel.";
  private static final String BY_NAME = "org.junit.jupiter.api.ClassOrderer$ClassName";

  private final PrintStream notes;
  private final PrintStream log;

  private CamelTestRun(PrintStream notes, PrintStream log) {
    this.notes = notes;
    this.log = log;
  }

  /**
   * Runs them.
   *
   * @param arguments whether Semel starts their contexts; the file that names their classes, one
   *     pattern a line; where to note the results
   */
  public static void main(String[] arguments) throws IOException {
    SemelInside semel = new SemelInside();
    if (Boolean.parseBoolean(arguments[0])) {
      SmallServer.shared();
      semel.open();
    }
    try (PrintStream notes = new PrintStream(arguments[2], StandardCharsets.UTF_8)) {
      CamelTestRun run = new CamelTestRun(notes, System.out);
      Files.readAllLines(Path.of(arguments[1])).forEach(run::run);
      notes.println(Results.contexts(semel.contexts()));
    }
    System.exit(0); // some tests leave threads behind; the database must not be left
  }

  private void run(String pattern) {
    LauncherConfig bare =
        LauncherConfig.builder()
            .enableLauncherSessionListenerAutoRegistration(false)
            .enableTestExecutionListenerAutoRegistration(false)
            .build();
    Launcher launcher = LauncherFactory.create(bare);
    launcher.execute(tests(pattern), this);
  }

  private static LauncherDiscoveryRequest tests(String pattern) {
    String type = BASE + pattern;
    return LauncherDiscoveryRequestBuilder.request()
        .selectors(
            pattern.contains("*")
                ? selectPackage(type.substring(0, type.lastIndexOf('.')))
                : selectClass(type))
        .filters(
            ClassNameFilter.includeClassNamePatterns(type.replace(".", "\\.").replace("*", "\\w*")))
        .configurationParameter("junit.jupiter.testclass.order.default", BY_NAME)
        .configurationParameter("junit.jupiter.execution.timeout.default", "3 m")
        .configurationParameter(
            "junit.jupiter.execution.timeout.thread.mode.default", "SAME_THREAD")
        .build();
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    log.println("== " + name(test));
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    notes.println(Results.line(false, name(test), reason));
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    boolean passed = result.getStatus() == Status.SUCCESSFUL;
    if (test.isTest() || !passed) {
      Throwable cause = result.getThrowable().orElse(null);
      notes.println(Results.line(passed, name(test), String.valueOf(cause)));
      if (cause != null) {
        cause.printStackTrace(log);
      }
    }
  }

  /** Of the class and what is in it, without what they have in common. */
  private static String name(TestIdentifier test) {
    return UniqueId.parse(test.getUniqueId()).getSegments().stream()
        .skip(1) // the engine
        .map(Segment::getValue)
        .collect(Collectors.joining("."))
        .replace(BASE, "");
  }
}
