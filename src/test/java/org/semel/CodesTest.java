// SPDX-License-Identifier: Apache-2.0
package org.semel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What an operator may meet has a test that brings it about. */
class CodesTest {

  private static final Path TESTS = Path.of("src/test/java");
  private static final Path THIS = TESTS.resolve("org/semel/CodesTest.java");

  /** None may be added; whoever writes a test of one takes it out. */
  private static final Set<Code> STILL_WITHOUT_A_TEST =
      Set.of(
          Code.RELAY_LEASE_LOST,
          Code.INTENT_PARKED,
          Code.RELAY_PAUSED,
          Code.RELAY_RESUMED,
          Code.CIRCUIT_OPENED,
          Code.CIRCUIT_CLOSED,
          Code.ACT_UNDONE,
          Code.PLAN_TURN_LOST,
          Code.PLAN_STOPPED,
          Code.PLAN_DONE,
          Code.PLANS_PAUSED,
          Code.PLANS_RESUMED);

  @Test
  void everyCodeIsNamedByATest() {
    String tests = tests();
    Set<Code> without =
        Stream.of(Code.values())
            .filter(code -> !isNamed(code, tests))
            .collect(Collectors.toUnmodifiableSet());
    assertThat(without).isSubsetOf(STILL_WITHOUT_A_TEST);
  }

  private static boolean isNamed(Code code, String tests) {
    return tests.contains(code.text())
        || Pattern.compile("\\bCode\\." + code.name() + "\\b").matcher(tests).find();
  }

  private static String tests() {
    try (Stream<Path> files = Files.walk(TESTS)) {
      return files
          .filter(file -> file.toString().endsWith(".java") && !file.equals(THIS))
          .map(CodesTest::text)
          .collect(Collectors.joining("\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
