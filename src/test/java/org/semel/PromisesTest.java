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
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.pages.Markdown;
import org.semel.promises.Area;
import org.semel.promises.Promises;
import org.semel.promises.Promises.Name;
import org.semel.promises.Promises.Promise;

/** The pages promise much, and name tests for it: the tests must be there. */
class PromisesTest {

  private static final Pattern ADMISSION = Pattern.compile("(?i)no test|not shown yet");

  private static final Map<String, String> TESTS = tests();

  static Stream<Markdown> pages() {
    return Markdown.all().stream();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyTestThatAPageNamesIsThere(Markdown page) throws IOException {
    Promises.named(Files.readString(page.path())).forEach(PromisesTest::isThere);
  }

  @ParameterizedTest
  @ValueSource(strings = {"docs/guarantees.md", "docs/limits.md", "docs/crash-matrix.md"})
  void thePagesThatPromiseNameTests(String page) throws IOException {
    assertThat(Promises.named(Files.readString(Path.of(page)))).hasSizeGreaterThan(10);
  }

  @Test
  void everyPromiseNamesATestOrAdmitsThatThereIsNone() throws IOException {
    List<Promise> promises = Promises.all(Promises.DIRECTORY);
    assertThat(promises).hasSizeGreaterThan(500);
    assertThat(promises.stream().filter(promise -> promise.tests().isEmpty()))
        .allMatch(
            promise ->
                ADMISSION.matcher(promise.sentence()).find()
                    || promise.sentence().contains("crash-matrix.md"));
  }

  /** The message store alone must keep 60. */
  @Test
  void noAreaOfTheMessageStorePromisesLessThanItDid() throws IOException {
    List<Promise> promises = Promises.all(Promises.DIRECTORY);
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

  /** It says which is not, and leaves out the sources of all. */
  private static void isThere(Name name) {
    String source = withThoseItExtends(name.type());
    assertThat(TESTS.containsKey(name.type())).as(name.toString()).isTrue();
    name.method()
        .ifPresent(
            method ->
                assertThat(source.contains("void " + method + "(")).as(name.toString()).isTrue());
    name.nested()
        .map(nested -> Pattern.compile("class " + nested + "\\b"))
        .ifPresent(type -> assertThat(type.matcher(source).find()).as(name.toString()).isTrue());
  }

  private static String withThoseItExtends(String type) {
    String source = TESTS.getOrDefault(type, "");
    Matcher extended = Pattern.compile("class " + type + " extends (\\w+)").matcher(source);
    return extended.find() ? source + withThoseItExtends(extended.group(1)) : source;
  }

  private static Map<String, String> tests() {
    return Stream.of(Path.of("src/test/java"), Path.of("src/lab/java"))
        .flatMap(root -> files(root).stream())
        .filter(file -> file.toString().endsWith(".java"))
        .filter(file -> !file.getFileName().toString().equals("package-info.java"))
        .collect(
            Collectors.toMap(
                file -> file.getFileName().toString().replace(".java", ""), PromisesTest::text));
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
