// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import static java.util.stream.Collectors.joining;

import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.List;
import java.util.regex.Pattern;
import org.semel.internal.desk.web.rest.call.Texts;

/**
 * Rows as RFC 4180 has them, made of the JSON that redaction has let pass. A text that a
 * spreadsheet would take for a formula begins with an apostrophe, also behind a semicolon; what is
 * not to be seen stands as an escape.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc4180">RFC 4180</a>
 */
final class CsvText {

  static final String TYPE = "text/csv";

  /** With the wide forms, which some spreadsheets take for the narrow ones. */
  private static final String FORMULA = "=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20";

  /** The place behind a semicolon, where another country's spreadsheet begins a cell. */
  private static final Pattern CUT_OFF =
      Pattern.compile("(;\\s*)(?=[" + FORMULA.replace("-", "\\-") + "])");

  private static final String END = "\r\n";

  private CsvText() {}

  static String head(List<String> columns) {
    return columns.stream().map(CsvText::quoted).collect(joining(",", "", END));
  }

  static String row(List<String> columns, JsonObject item) {
    return columns.stream().map(column -> cell(item, column)).collect(joining(",", "", END));
  }

  private static String cell(JsonObject item, String column) {
    JsonValue at = item;
    for (String name : column.split("\\.", -1)) {
      at =
          at instanceof JsonObject object
              ? object.getOrDefault(name, JsonValue.NULL)
              : JsonValue.NULL;
    }
    if (at == JsonValue.NULL) {
      return "";
    }
    return at instanceof JsonString text ? quoted(harmless(text.getString())) : at.toString();
  }

  private static String harmless(String text) {
    boolean formula = !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0;
    String parts = CUT_OFF.matcher(text).replaceAll("$1'");
    return Texts.escaped(formula ? "'" + parts : parts);
  }

  private static String quoted(String text) {
    return '"' + text.replace("\"", "\"\"") + '"';
  }
}
