// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The files of the console are few, small, and can make no markup of text. */
class ConsoleFilesTest {

  private static final Path FOLDER =
      Path.of("src/main/resources/org/semel/internal/desk/web/console");

  /** Bytes of all files together, as they are sent. */
  private static final int LARGEST = 128_000;

  private static final int LONGEST_SCRIPT = 200;

  /** What makes markup, styles or code of text. */
  private static final Pattern FORBIDDEN =
      Pattern.compile(
          "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|eval\\(|new Function|DOMParser"
              + "|createContextualFragment|srcdoc\\s*=|javascript:|setTimeout\\(['\"`]|\\.style\\b|cssText"
              + "|import\\(|postMessage|localStorage|document\\.cookie");

  private static final Pattern INLINE =
      Pattern.compile(
          "(?i)\\son\\w+\\s*=|\\sstyle\\s*=|<style|<script(?![^>]*\\ssrc=)|<base|<iframe|<object");

  private static final Pattern ELSEWHERE = Pattern.compile("(https?:)?//[a-z0-9]");

  private static final Pattern IMPORT = Pattern.compile("from '\\./([\\w.]+)'");

  /** Behind the label of a button. */
  private static final Pattern ACT_KEY = Pattern.compile("'[A-Z][^'\\n]*', '([a-z])'");

  private static final Pattern LISTED_KEY = Pattern.compile("\\['([a-z](?:, [a-z])*)', '");

  private static final Pattern DOCUMENTED_KEY =
      Pattern.compile("(?m)^\\| (`[a-z]`(?:, `[a-z]`)*) \\|");

  static Stream<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(FOLDER)) {
      return all.sorted().toList().stream();
    }
  }

  @Test
  void whatIsServedIsWhatLiesThere() throws IOException {
    assertThat(files().map(file -> file.getFileName().toString()))
        .containsExactlyInAnyOrderElementsOf(ConsolePages.FILES);
  }

  @Test
  void allFilesTogetherAreSmall() {
    ConsolePages pages = new ConsolePages();
    int bytes =
        ConsolePagesTest.paths()
            .mapToInt(path -> pages.answer("GET", path, null).body().getBytes(UTF_8).length)
            .sum();
    System.out.printf("Console: %d files, %d bytes%n", ConsolePages.FILES.size(), bytes);
    assertThat(bytes).isBetween(10_000, LARGEST);
  }

  @ParameterizedTest
  @MethodSource("files")
  void noScriptIsTooLong(Path file) throws IOException {
    if (file.toString().endsWith(".js")) {
      assertThat(Files.readAllLines(file).size()).isLessThanOrEqualTo(LONGEST_SCRIPT);
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void noFileMakesMarkupOfText(Path file) throws IOException {
    assertThat(Files.readString(file)).doesNotContainPattern(FORBIDDEN);
  }

  @ParameterizedTest
  @MethodSource("files")
  void noFileHasScriptOrStyleWithin(Path file) throws IOException {
    if (!file.toString().endsWith(".js")) {
      assertThat(Files.readString(file)).doesNotContainPattern(INLINE);
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void noFileAsksAnotherServer(Path file) throws IOException {
    assertThat(Files.readString(file).replace("http://www.w3.org/2000/svg", ""))
        .doesNotContainPattern(ELSEWHERE);
  }

  @Test
  void everyScriptIsImportedAndEveryImportIsThere() throws IOException {
    Set<String> imported =
        files()
            .flatMap(file -> IMPORT.matcher(text(file)).results())
            .map(one -> one.group(1))
            .collect(toSet());
    List<String> scripts =
        ConsolePages.FILES.stream().filter(name -> name.endsWith(".js")).toList();
    imported.addAll(List.of("console.js", "enter.js")); // by the pages
    assertThat(imported).containsExactlyInAnyOrderElementsOf(scripts);
  }

  @Test
  void everyKeyOfAnActStandsInTheListOfTheQuestionMarkAndInTheDocs() throws IOException {
    Set<String> keys =
        files()
            .flatMap(file -> ACT_KEY.matcher(text(file)).results())
            .map(act -> act.group(1))
            .collect(toSet());
    assertThat(keys).contains("b", "r", "s").hasSizeGreaterThan(8);
    assertThat(letters(LISTED_KEY, FOLDER.resolve("keys.js"))).containsAll(keys);
    assertThat(letters(DOCUMENTED_KEY, Path.of("docs/console.md"))).containsAll(keys);
  }

  /** Those of rows such as {@code h, v, s}. */
  private static Set<String> letters(Pattern rows, Path file) throws IOException {
    return rows.matcher(Files.readString(file))
        .results()
        .flatMap(row -> Stream.of(row.group(1).replace("`", "").split(", ", -1)))
        .collect(toSet());
  }

  /** WCAG asks for 4.5. */
  @Test
  void textIsLegibleOnLightAndOnDark() throws IOException {
    String style = Files.readString(FOLDER.resolve("console.css"));
    List<Map<String, Double>> schemes =
        Pattern.compile(":root \\{([^}]*)\\}")
            .matcher(style)
            .results()
            .map(one -> lights(one.group(1)))
            .toList();
    assertThat(schemes).hasSize(2);
    for (Map<String, Double> lights : schemes) {
      for (String ink : List.of("ink", "quiet", "link", "alarm")) {
        assertThat(contrast(lights.get(ink), lights.get("paper"))).as(ink).isGreaterThan(4.5);
        assertThat(contrast(lights.get(ink), lights.get("shade"))).as(ink).isGreaterThan(4.5);
      }
      assertThat(contrast(lights.get("on-main"), lights.get("main"))).isGreaterThan(4.5);
      assertThat(contrast(lights.get("quiet"), lights.get("paper"))).isGreaterThan(3); // of borders
    }
  }

  private static Map<String, Double> lights(String scheme) {
    return Pattern.compile("--([\\w-]+): #(\\w{6});")
        .matcher(scheme)
        .results()
        .collect(toMap(one -> one.group(1), one -> light(Integer.parseInt(one.group(2), 16))));
  }

  private static double light(int colour) {
    return 0.2126 * linear(colour >> 16) + 0.7152 * linear(colour >> 8) + 0.0722 * linear(colour);
  }

  private static double linear(int channel) {
    double part = (channel & 0xff) / 255.0;
    return part <= 0.03928 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
  }

  private static double contrast(double one, double other) {
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
