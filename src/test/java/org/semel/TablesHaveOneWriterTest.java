// SPDX-License-Identifier: Apache-2.0
package org.semel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * All statements that write a table stand in one class, so that the states of its rows can be read,
 * and drawn, in one place. Functions of the tables' owner stand in the migration.
 */
class TablesHaveOneWriterTest {

  private static final Path PRODUCT = Path.of("src/main/java/org/semel/internal");

  /** Comments, which are skipped, and the texts between them. */
  private static final Pattern TEXT =
      Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*|(\"\"\".*?\"\"\"|\"(?:[^\"\\\\\\n]|\\\\.)*\")");

  private static final Pattern WRITES =
      Pattern.compile(
          "\\b(?:INSERT\\s+INTO|UPDATE|DELETE\\s+FROM|MERGE\\s+INTO|TRUNCATE)\\s+(?:ONLY\\s+)?\\{schema\\}\\.(\\w+|%(?:\\d\\$)?s)");

  /** Forgets by age what has ended, in all tables alike. */
  private static final Path BY_AGE = PRODUCT.resolve("edge/postgresql/retention/AgedRows.java");

  /**
   * Tables that more classes write, and how many. A claim absorbs its duplicates in the statement
   * that compares it, without a second one for each batch. The version that closes a gap settles
   * the gap's notice in its own statement, so that no one sees the one without the other.
   */
  private static final Map<String, Integer> SEVERAL =
      Map.of("semel_duplicate", 3, "semel_parked", 2);

  @Test
  void eachTableIsWrittenByOneClassButForThoseThatAreCounted() throws IOException {
    Map<String, Integer> several = new TreeMap<>();
    writers()
        .forEach(
            (table, classes) -> {
              assertThat(table).as("a table by its name, in %s", classes).doesNotStartWith("%");
              if (classes.size() > 1) {
                several.put(table, classes.size());
              }
            });
    assertThat(several).as("%s", writers()).isEqualTo(SEVERAL);
  }

  @Test
  void theRuleSeesWhatBreaksIt() {
    assertThat(written("\"INSERT INTO {schema}.semel_a (b) VALUES (1)\""))
        .containsExactly("semel_a");
    assertThat(written("\"\"\"\n WITH x AS (\n UPDATE {schema}.semel_a AS a SET b = 1)\n \"\"\""))
        .containsExactly("semel_a");
    assertThat(written("\"DELETE FROM {schema}.%1$s\"")).containsExactly("%1$s");
    assertThat(written("\"SELECT 1 FROM {schema}.semel_a FOR UPDATE\"")).isEmpty();
    assertThat(written("// \"UPDATE {schema}.semel_a\"")).isEmpty();
  }

  private static Map<String, Set<String>> writers() throws IOException {
    Map<String, Set<String>> writers = new TreeMap<>();
    try (Stream<Path> files = Files.walk(PRODUCT)) {
      files
          .filter(file -> file.toString().endsWith(".java") && !file.equals(BY_AGE))
          .forEach(
              file ->
                  written(read(file)).stream()
                      .map(table -> writers.computeIfAbsent(table, absent -> new TreeSet<>()))
                      .forEach(classes -> classes.add(file.getFileName().toString())));
    }
    return writers;
  }

  private static Set<String> written(String source) {
    Set<String> tables = new TreeSet<>();
    TEXT.matcher(source)
        .results()
        .map(text -> text.group(1))
        .filter(text -> text != null)
        .flatMap(text -> WRITES.matcher(text).results())
        .forEach(write -> tables.add(write.group(1)));
    return tables;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
