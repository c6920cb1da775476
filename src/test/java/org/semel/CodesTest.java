// SPDX-License-Identifier: Apache-2.0
package org.semel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What an operator may meet has a test that brings it about. */
class CodesTest {

  private static final List<Path> TESTS =
      List.of(Path.of("src/test/java"), Path.of("src/lab/java"));
  private static final Path THIS = Path.of("src/test/java/org/semel/CodesTest.java");

  private static final Pattern NAMED = Pattern.compile("SEMEL-\\d{4}|\\bCode\\.[A-Z_0-9]+\\b");

  @Test
  void everyCodeIsNamedByATest() {
    Set<String> named = named();
    assertThat(Code.values())
        .allMatch(code -> named.contains(code.text()) || named.contains("Code." + code.name()));
  }

  /** Whoever adds one sees which numbers are given. */
  @Test
  void codesStandByTheirNumbers() {
    assertThat(Code.values()).extracting(Code::text).isSorted().doesNotHaveDuplicates();
  }

  /** Read once: to look for each of hundreds took seconds. */
  private static Set<String> named() {
    return TESTS.stream()
        .flatMap(root -> files(root).stream())
        .filter(file -> file.toString().endsWith(".java") && !file.equals(THIS))
        .flatMap(file -> NAMED.matcher(text(file)).results().map(MatchResult::group))
        .collect(Collectors.toSet());
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
