// SPDX-License-Identifier: Apache-2.0
package org.semel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages promise much, and name tests for it: the tests must be there. */
class PromisesTest {

  /** As the pages write it: {@code SomeTest.aPromise}, {@code SomeTest.SomeCase.aPromise}. */
  private static final Pattern NAMED =
      Pattern.compile("`([A-Z]\\w*(?:Test|IT|Contract))(?:\\.([A-Z]\\w*))?\\.([a-z]\\w*)`");

  private static final Map<String, String> TESTS = tests();

  @ParameterizedTest
  @ValueSource(strings = {"docs/guarantees.md", "docs/crash-matrix.md"})
  void everyTestThatAPageNamesIsThere(String page) throws IOException {
    List<MatchResult> named = NAMED.matcher(Files.readString(Path.of(page))).results().toList();
    assertThat(named).hasSizeGreaterThan(10);
    named.forEach(PromisesTest::isThere);
  }

  private static void isThere(MatchResult name) {
    assertThat(TESTS).as(name.group()).containsKey(name.group(1));
    assertThat(TESTS.get(name.group(1))).as(name.group()).contains("void " + name.group(3) + "(");
    if (name.group(2) != null) {
      assertThat(TESTS.get(name.group(1)))
          .as(name.group())
          .containsPattern("class " + name.group(2) + "\\b");
    }
  }

  private static Map<String, String> tests() {
    try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.getFileName().toString().equals("package-info.java"))
          .collect(
              Collectors.toMap(
                  file -> file.getFileName().toString().replace(".java", ""), PromisesTest::text));
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
