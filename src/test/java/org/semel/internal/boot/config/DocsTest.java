// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.Code;
import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.pages.Markdown;
import org.semel.pages.Markdown.Line;

/** The pages are in order: numbers, fences, widths, and what they point at and name is there. */
class DocsTest {

  private static final int WIDEST = 160;

  private static final Path SHELVES = Path.of("docs/README.md");

  private static final Pattern NUMBERED = Pattern.compile("^(\\d+)\\. ");
  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("SEMEL-(\\d{4})");

  /** What stands in quotes is the value of a metric's label. */
  private static final Pattern SETTING = Pattern.compile("([a-z][a-z-]*)=(?!\").*");

  private static final Pattern OURS =
      Pattern.compile(
          "semel\\.(?:(consumer|destination)(?:\\.[^.=]+|-defaults)\\.)?([a-z][a-z-]*)(?:=.*)?");

  /** Rows of tables, and what a program printed, are as wide as they are. */
  private static final Pattern AS_WIDE_AS_IT_IS = Pattern.compile("^ *\\|.*|^ {4}chaos: .*");

  /** What pages say of settings that are not ours. */
  private static final Set<String> OTHERS =
      Set.of("eager", "transaction", "use-auto-recovery", "consumer-window-size");

  static Stream<Markdown> pages() {
    return Markdown.all().stream();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyFenceIsClosed(Markdown page) {
    assertThat(page.fences().stream().filter(fence -> !fence.closed()))
        .extracting(fence -> page.at(fence.line()))
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyListIsNumberedOn(Markdown page) {
    List<String> jumps = new ArrayList<>();
    int last = 0;
    for (Line line : page.prose()) {
      MatchResult number = NUMBERED.matcher(line.text()).results().findFirst().orElse(null);
      if (number != null) {
        int next = Integer.parseInt(number.group(1));
        if (next != 1 && next != last + 1) {
          jumps.add(page.at(line.number()) + " " + next + " after " + last);
        }
        last = next;
      }
    }
    assertThat(jumps).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void noLineOfProseIsTooWide(Markdown page) {
    assertThat(
            page.prose().stream()
                .filter(line -> line.text().length() > WIDEST)
                .filter(line -> !AS_WIDE_AS_IT_IS.matcher(line.text()).matches())
                .map(line -> page.at(line.number()) + " has " + line.text().length()))
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void whatAPageLinksToIsThere(Markdown page) {
    assertThat(
            page.prose().stream()
                .flatMap(
                    line ->
                        line.find(LINK)
                            .map(link -> link.group(1))
                            .filter(link -> !link.contains("://") && !isThere(page, link))
                            .map(link -> page.at(line.number()) + " " + link)))
        .isEmpty();
  }

  @Test
  void everyPageStandsOnOneShelf() throws IOException {
    List<Path> shelved =
        Markdown.read(SHELVES).prose().stream()
            .filter(line -> line.text().startsWith("| ["))
            .flatMap(line -> line.find(LINK))
            .map(link -> SHELVES.resolveSibling(link.group(1)).normalize())
            .toList();
    assertThat(shelved).doesNotHaveDuplicates().containsAll(besideTheShelves());
  }

  private static List<Path> besideTheShelves() throws IOException {
    try (Stream<Path> docs = Files.list(SHELVES.getParent())) {
      return docs.filter(page -> page.toString().endsWith(".md") && !page.equals(SHELVES)).toList();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyCodeThatAPageNamesIsThere(Markdown page) {
    Set<String> codes = Arrays.stream(Code.values()).map(Code::text).collect(Collectors.toSet());
    assertThat(
            page.prose().stream()
                .flatMap(line -> CODE.matcher(line.text()).results())
                .map(MatchResult::group)
                .filter(code -> !codes.contains(code)))
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyKeyThatAPageNamesIsThere(Markdown page) {
    assertThat(
            Stream.concat(
                    page.prose().stream().flatMap(Line::codes),
                    page.fences().stream()
                        .filter(fence -> fence.language().equals("properties"))
                        .flatMap(fence -> fence.text().stream())
                        .map(String::strip))
                .filter(code -> !isAKey(code)))
        .isEmpty();
  }

  /** Or nothing that looks like one of ours. */
  private static boolean isAKey(String code) {
    var ours = OURS.matcher(code);
    if (ours.matches()) {
      return keys(ours.group(1)).anyMatch(key -> key.name().equals(ours.group(2)))
          || code.equals(SemelSettings.TABLE.named("probe-queue").fallback())
          || code.equals("semel.xml"); // a file
    }
    var setting = SETTING.matcher(code);
    return !setting.matches()
        || OTHERS.contains(setting.group(1))
        || all().anyMatch(key -> key.name().equals(setting.group(1)));
  }

  private static Stream<ConfigKey<?>> keys(@Nullable String section) {
    if (section == null) {
      return SemelSettings.TABLE.all().stream();
    }
    return (section.equals("consumer") ? ConsumerKeys.TABLE.all() : DestinationKeys.TABLE.all())
        .stream();
  }

  private static Stream<ConfigKey<?>> all() {
    return Stream.of(
            SemelSettings.TABLE.all(), ConsumerKeys.TABLE.all(), DestinationKeys.TABLE.all())
        .flatMap(List::stream);
  }

  private static boolean isThere(Markdown page, String link) {
    String[] parts = link.split("#", 2);
    Path file = parts[0].isEmpty() ? page.path() : page.path().resolveSibling(parts[0]);
    return Files.exists(file) && (parts.length == 1 || anchors(file).contains(parts[1]));
  }

  /** As GitHub makes them of headings. */
  private static Set<String> anchors(Path file) {
    return Markdown.read(file).prose().stream()
        .map(Line::text)
        .filter(text -> text.matches("#+ .*"))
        .map(text -> text.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT).strip())
        .map(text -> text.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }
}
