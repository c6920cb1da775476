// SPDX-License-Identifier: Apache-2.0
package org.semel.versions;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.semel.estate.ServerJava;
import org.semel.estate.ServerKind;

/**
 * Notes which server tests ran on which version of which server, and on which Java. A test's server
 * is the one that its class runs with, or the one that the class has in its name.
 */
public final class RunRecorder implements TestExecutionListener {

  private final Map<ServerKind, Map<String, int[]>> counts = new LinkedHashMap<>();
  private TestPlan plan;

  @Override
  public void testPlanExecutionStarted(TestPlan started) {
    plan = started;
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    Optional<String> type = type(test).filter(name -> name.endsWith("IT"));
    if (test.isTest() && type.isPresent() && result.getStatus() != Status.ABORTED) {
      server(test, type.get())
          .ifPresent(kind -> count(kind, type.get(), result.getStatus() == Status.SUCCESSFUL));
    }
  }

  private void count(ServerKind kind, String type, boolean passed) {
    int[] count =
        counts
            .computeIfAbsent(kind, first -> new LinkedHashMap<>())
            .computeIfAbsent(type, first -> new int[2]);
    count[passed ? 0 : 1]++;
  }

  @Override
  public void testPlanExecutionFinished(TestPlan finished) {
    counts.forEach(
        (kind, types) -> {
          Combination here = new Combination(kind.product(), kind.version(), ServerJava.version());
          Records.add(
              types.entrySet().stream()
                  .map(type -> run(here, type.getKey(), type.getValue()))
                  .toList());
        });
    counts.clear();
  }

  private static TestRun run(Combination here, String type, int[] count) {
    return new TestRun(here, type, count[0], count[1]);
  }

  /** The simple name of the outermost class that ran it. */
  private Optional<String> type(TestIdentifier test) {
    return upwards(test)
        .flatMap(each -> each.getSource().stream())
        .filter(ClassSource.class::isInstance)
        .map(source -> ((ClassSource) source).getClassName().replaceAll(".*\\.|\\$.*", ""))
        .reduce((inner, outer) -> outer);
  }

  private Optional<ServerKind> server(TestIdentifier test, String type) {
    String names =
        upwards(test)
            .filter(each -> !(each.getSource().orElse(null) instanceof MethodSource))
            .map(TestIdentifier::getDisplayName)
            .collect(Collectors.joining(" ", "", " "));
    return Arrays.stream(ServerKind.values())
        .filter(
            kind ->
                names.contains(kind + " ")
                    || type.toLowerCase(Locale.ROOT).contains(kind.toString()))
        .findFirst();
  }

  private Stream<TestIdentifier> upwards(TestIdentifier test) {
    return Stream.iterate(
            Optional.of(test), Optional::isPresent, each -> each.flatMap(plan::getParent))
        .map(Optional::orElseThrow);
  }
}
