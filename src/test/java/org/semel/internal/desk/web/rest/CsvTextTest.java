// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cell holds what a column names, and neither ends its row nor becomes a formula. */
class CsvTextTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "plain|\"plain\"",
        "a,b|\"a,b\"",
        "say \"x\"|\"say \"\"x\"\"\"",
        "=1+1|\"'=1+1\"",
        "+1|\"'+1\"",
        "-1|\"'-1\"",
        "@SUM(A1)|\"'@SUM(A1)\"",
        "＝1|\"'＝1\"",
        "a=b|\"a=b\"",
        "a-b|\"a-b\"",
        "a;b=c|\"a;b=c\"",
        "ü|\"ü\""
      })
  void aTextIsQuotedAndNoFormula(String text, String cell) {
    assertThat(row(text)).isEqualTo(cell + "\r\n");
  }

  /** A spreadsheet of a country with decimal commas takes a semicolon for the end of a cell. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "a;=1+1;b|\"a;'=1+1;b\"",
        "a; @SUM(A1)|\"a; '@SUM(A1)\"",
        ";;-1|\";;'-1\"",
        "a;＝1|\"a;'＝1\""
      })
  void noPartOfATextThatASemicolonCutsOffIsAFormula(String text, String cell) {
    assertThat(row(text)).isEqualTo(cell + "\r\n");
  }

  @Test
  void whatEndsARowOrHidesStandsAsAnEscape() {
    assertThat(row("\t=1")).isEqualTo("\"'\\u0009=1\"\r\n");
    assertThat(row("\r=1")).isEqualTo("\"'\\u000d=1\"\r\n");
    assertThat(row("\n=1")).isEqualTo("\"'\\u000a=1\"\r\n");
    assertThat(row("a\nb\u202ec\u0000")).isEqualTo("\"a\\u000ab\\u202ec\\u0000\"\r\n");
  }

  @Test
  void aCellIsFoundByItsWayAndWhatIsHiddenIsEmpty() {
    JsonObject item =
        Json.createObjectBuilder()
            .add("id", 7)
            .add("cause", Json.createObjectBuilder().add("reason", "X").add("holds", true))
            .build();
    List<String> columns =
        List.of("id", "cause.reason", "cause.holds", "cause.detail", "id.x", "none");
    assertThat(CsvText.row(columns, item)).isEqualTo("7,\"X\",true,,,\r\n");
    assertThat(CsvText.head(columns))
        .isEqualTo(
            "\"id\",\"cause.reason\",\"cause.holds\",\"cause.detail\",\"id.x\",\"none\"\r\n");
  }

  private static String row(String text) {
    return CsvText.row(List.of("a"), Json.createObjectBuilder().add("a", text).build());
  }
}
