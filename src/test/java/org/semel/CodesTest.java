// SPDX-License-Identifier: Apache-2.0
package org.semel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What an operator may meet has a test that brings it about. */
class CodesTest {

  private static final List<Path> TESTS =
      List.of(Path.of("src/test/java"), Path.of("src/lab/java"));
  private static final Path THIS = Path.of("src/test/java/org/semel/CodesTest.java");

  @Test
  void everyCodeIsNamedByATest() {
    String tests = tests();
    assertThat(Code.values()).allMatch(code -> isNamed(code, tests));
  }

  /** Whoever adds one sees which numbers are given. */
  @Test
  void codesStandByTheirNumbers() {
    assertThat(Code.values()).extracting(Code::text).isSorted().doesNotHaveDuplicates();
  }

  private static boolean isNamed(Code code, String tests) {
    return tests.contains(code.text())
        || Pattern.compile("\\bCode\\." + code.name() + "\\b").matcher(tests).find();
  }

  private static String tests() {
    return TESTS.stream()
        .flatMap(root -> files(root).stream())
        .filter(file -> file.toString().endsWith(".java") && !file.equals(THIS))
        .map(CodesTest::text)
        .collect(Collectors.joining("\n"));
  }

  private static List<Path> files(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      return files.toList();
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
