// SPDX-License-Identifier: Apache-2.0
package org.semel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A statement that does not name the schema of Semel's tables, functions and sequences means what
 * its session's {@code search_path} says, and that is anybody's.
 */
class StatementsNameTheirSchemaTest {

  /** Others' tables, as of {@code natural}, are named by those who use it. */
  private static final Path PRODUCT = Path.of("src/main/java/org/semel/internal");

  private static final Pattern TEXT =
      Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*|(\"\"\".*?\"\"\"|\"(?:[^\"\\\\\\n]|\\\\.)*\")");

  private static final Pattern STATEMENT =
      Pattern.compile("\\b(SELECT|INSERT|UPDATE|DELETE|FROM|JOIN|USING|LOCK|TRUNCATE)\\b");

  /**
   * A name of ours, or one to be filled in, that stands for itself; what a catalog lists does not.
   */
  private static final Pattern UNQUALIFIED =
      Pattern.compile(
          "(?<!\\{schema\\}\\.)(?<!relname = ')(?:\\bsemel_\\w+|(?<=\\b(?:FROM|JOIN|INTO|UPDATE|USING) )%(?:\\d\\$)?s)");

  private static final Pattern NUMBER = Pattern.compile("%(?:\\d\\$)?[-+,0 ]*\\d*[dxo]");

  @Test
  void everyStatementNamesTheSchemaOfItsTables() throws IOException {
    try (Stream<Path> files = Files.walk(PRODUCT)) {
      assertThat(files.filter(file -> file.toString().endsWith(".java")))
          .allSatisfy(
              file ->
                  assertThat(unqualified(Files.readString(file))).as(file.toString()).isEmpty());
    }
  }

  /** It would be written in the digits of the machine's language, which PostgreSQL may not read. */
  @Test
  void noNumberIsFormattedIntoAStatement() throws IOException {
    try (Stream<Path> files = Files.walk(PRODUCT)) {
      assertThat(files.filter(file -> file.toString().endsWith(".java")))
          .allSatisfy(
              file -> assertThat(numbers(Files.readString(file))).as(file.toString()).isEmpty());
    }
  }

  @Test
  void theRuleSeesWhatBreaksIt() {
    assertThat(numbers("\"SELECT 1 LIMIT %d\"")).containsExactly("%d");
    assertThat(numbers("\"SELECT %2$,d\" // %d")).containsExactly("%2$,d");
    assertThat(numbers("\"%d were selected\"")).isEmpty();
    assertThat(unqualified("\"SELECT 1 FROM semel_claim\"")).containsExactly("semel_claim");
    assertThat(unqualified("\"\"\"\n DELETE FROM %s AS t\n \"\"\"")).containsExactly("%s");
    assertThat(unqualified("\"SELECT nextval('semel_intent_turn')\"")).hasSize(1);
    assertThat(unqualified("// SELECT semel_x()\n\"SELECT {schema}.semel_x()\"")).isEmpty();
  }

  private static List<String> unqualified(String source) {
    return found(UNQUALIFIED, source);
  }

  private static List<String> numbers(String source) {
    return found(NUMBER, source);
  }

  private static List<String> found(Pattern pattern, String source) {
    return TEXT.matcher(source)
        .results()
        .map(text -> text.group(1))
        .filter(text -> text != null && STATEMENT.matcher(text).find())
        .flatMap(text -> pattern.matcher(text).results().map(MatchResult::group))
        .toList();
  }
}
