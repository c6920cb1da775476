// SPDX-License-Identifier: Apache-2.0
package org.semel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.pages.Markdown;

/** The pages that lead a stranger through the code name what is there. */
class GlossaryTest {

  private static final Path GLOSSARY = Path.of("docs/glossary.md");
  private static final Path SCRIPT =
      Path.of("src/main/resources/org/semel/postgresql/migrations/V1__semel.sql");

  /** Over the end of a line, too. */
  private static final Pattern BANNED =
      Pattern.compile("(?i)\\b(nobody|whoever|told(\\s|\\*|--|//)+of)\\b");

  /** A type's Javadoc that begins with a question. */
  private static final Pattern QUESTION =
      Pattern.compile(
          "/\\*\\*[\\s*]*(?:What|Who|Whom|Whose|How|Where|Whether|When)\\b(?:(?!\\*/).)*\\*/\\s*"
              + "(?:@\\w+(?:\\([^)]*\\))?\\s*)*(?:[a-z-]+ )*(?:class|interface|record|enum|package) ",
          Pattern.DOTALL);

  private static final Pattern QUOTED = Pattern.compile("`([^`\\n]+)`");
  private static final Pattern PACKAGED = Pattern.compile("([a-z]\\w*\\.)+([A-Z]\\w*\\.?)+");
  private static final Pattern BARE = Pattern.compile("[A-Z]\\w*[a-z]\\w*");
  private static final Pattern COLUMN = Pattern.compile("(semel_[a-z_]+)\\.([a-z_]+)");
  private static final Pattern TABLE =
      Pattern.compile(
          "^CREATE TABLE (semel_\\w+) \\((.*?)^\\)", Pattern.MULTILINE | Pattern.DOTALL);

  @ParameterizedTest
  @ValueSource(strings = {"docs/glossary.md", "docs/inside.md", "CONTRIBUTING.md"})
  void everyTypeThatAPageNamesIsThere(String page) throws IOException {
    List<String> types = quoted(Path.of(page), PACKAGED);
    assertThat(types).hasSizeGreaterThan(15).allMatch(GlossaryTest::isType, "is a type");
  }

  @Test
  void aTypeWithoutAPackageIsAWordOfOurs() throws IOException {
    assertThat(quoted(GLOSSARY, BARE)).allMatch(GlossaryTest::isType, "is a type");
  }

  @Test
  void everyColumnThatTheGlossaryNamesIsThere() throws IOException {
    Map<String, String> tables = tables();
    List<String> columns = quoted(GLOSSARY, COLUMN);
    assertThat(columns).hasSizeGreaterThan(20);
    assertThat(columns)
        .allSatisfy(
            column -> {
              Matcher parts = COLUMN.matcher(column);
              assertThat(parts.matches()).isTrue();
              assertThat(tables.getOrDefault(parts.group(1), ""))
                  .as(column)
                  .containsPattern("(?m)^  " + parts.group(2) + " ");
            });
  }

  @Test
  void theGlossaryNamesEveryTableAndNoOther() throws IOException {
    assertThat(quoted(GLOSSARY, Pattern.compile("semel_[a-z_]+")))
        .as("tables of " + SCRIPT)
        .isSubsetOf(tables().keySet())
        .containsAll(tables().keySet());
  }

  /** A reader looks for who does what: "no one", "a caller that", "reports" say it. */
  @Test
  void noPageAndNoSourceUsesAWordThatPlainEnglishHasNoUseFor() throws IOException {
    try (Stream<Path> product = Files.walk(Path.of("src/main"))) {
      List<Path> texts =
          Stream.concat(product, Markdown.all().stream().map(Markdown::path)).toList();
      assertThat(texts.stream().filter(GlossaryTest::isText).flatMap(GlossaryTest::banned))
          .isEmpty();
    }
  }

  /** Its first words name the role: "The end of a transaction", not "How a transaction ended". */
  @Test
  void everyTypesJavadocSaysInItsFirstWordsWhatItIs() throws IOException {
    try (Stream<Path> product = Files.walk(Path.of("src/main/java"))) {
      assertThat(
              product
                  .filter(GlossaryTest::isText)
                  .filter(file -> QUESTION.matcher(text(file)).find()))
          .isEmpty();
    }
  }

  private static boolean isText(Path file) {
    return file.toString().matches(".*\\.(java|js|md|properties|sql)");
  }

  private static Stream<String> banned(Path file) {
    return BANNED
        .matcher(text(file))
        .results()
        .map(found -> file + ": " + found.group().replaceAll("\\s+", " "));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> quoted(Path page, Pattern form) throws IOException {
    return QUOTED
        .matcher(Files.readString(page))
        .results()
        .map(quote -> quote.group(1))
        .filter(text -> form.matcher(text).matches())
        .distinct()
        .toList();
  }

  /** Below our base package, or what is internal there, or by its full name. */
  private static boolean isType(String name) {
    String binary = name.replaceAll("(?<=[.][A-Z]\\w{0,60})[.]", "\\$");
    return isClass("org.semel." + binary)
        || isClass("org.semel.internal." + binary)
        || isClass(binary)
        || isOfTheLaboratory(name);
  }

  /** By its source: its class is made after this test has run. */
  private static boolean isOfTheLaboratory(String name) {
    return Files.exists(Path.of("src/lab/java/org/semel", name.replace('.', '/') + ".java"));
  }

  private static boolean isClass(String name) {
    try {
      return Class.forName(name, false, GlossaryTest.class.getClassLoader()) != null;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static Map<String, String> tables() throws IOException {
    Map<String, String> tables = new TreeMap<>();
    Matcher table = TABLE.matcher(Files.readString(SCRIPT));
    while (table.find()) {
      tables.put(table.group(1), table.group(2));
    }
    assertThat(tables).hasSizeGreaterThan(15);
    return tables;
  }
}
