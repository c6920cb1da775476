// SPDX-License-Identifier: Apache-2.0
package org.semel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.promises.Area;
import org.semel.promises.Promises;
import org.semel.promises.Promises.Name;
import org.semel.promises.Promises.Promise;

/** The pages promise much, and name tests for it: the tests must be there. */
class PromisesTest {

  private static final Pattern ADMISSION = Pattern.compile("(?i)no test|not shown yet");

  private static final Map<String, String> TESTS = tests();

  @ParameterizedTest
  @ValueSource(strings = {"docs/guarantees.md", "docs/crash-matrix.md"})
  void everyTestThatAPageNamesIsThere(String page) throws IOException {
    List<Name> named = Promises.named(Files.readString(Path.of(page)));
    assertThat(named).hasSizeGreaterThan(10);
    named.forEach(PromisesTest::isThere);
  }

  @Test
  void everyPromiseNamesATestOrAdmitsThatThereIsNone() throws IOException {
    List<Promise> promises = Promises.of(Path.of("docs/guarantees.md"), "Promises");
    assertThat(promises).hasSizeGreaterThan(60);
    assertThat(promises.stream().filter(promise -> promise.tests().isEmpty()))
        .allMatch(
            promise ->
                ADMISSION.matcher(promise.sentence()).find()
                    || promise.sentence().contains("crash-matrix.md"));
  }

  /** The message store alone must keep 60. */
  @Test
  void noAreaOfTheMessageStorePromisesLessThanItDid() throws IOException {
    List<Promise> promises = Promises.of(Path.of("docs/guarantees.md"), "Promises");
    assertThat(Area.STORE)
        .allSatisfy(
            area ->
                assertThat(area.of(promises))
                    .as(area.name())
                    .hasSizeGreaterThanOrEqualTo(area.least()));
    assertThat(Area.STORE.stream().mapToInt(Area::least).sum()).isGreaterThanOrEqualTo(60);
    assertThat(promises).extracting(Promise::chapter).containsAll(chapters());
  }

  private static List<String> chapters() {
    return Area.STORE.stream().flatMap(area -> area.chapters().stream()).toList();
  }

  private static void isThere(Name name) {
    assertThat(TESTS).as(name.toString()).containsKey(name.type());
    String source = withThoseItExtends(name.type());
    name.method()
        .ifPresent(
            method -> assertThat(source).as(name.toString()).contains("void " + method + "("));
    name.nested()
        .ifPresent(
            nested ->
                assertThat(source).as(name.toString()).containsPattern("class " + nested + "\\b"));
  }

  private static String withThoseItExtends(String type) {
    String source = TESTS.getOrDefault(type, "");
    Matcher extended = Pattern.compile("class " + type + " extends (\\w+)").matcher(source);
    return extended.find() ? source + withThoseItExtends(extended.group(1)) : source;
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
