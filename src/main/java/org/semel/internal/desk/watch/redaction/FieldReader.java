// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.redaction;

import jakarta.json.JsonException;
import jakarta.json.stream.JsonParser;
import jakarta.json.stream.JsonParser.Event;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.semel.internal.desk.watch.redaction.BodyView.AllowedFields;
import org.semel.internal.desk.watch.redaction.BodyView.ShownField;
import org.semel.internal.desk.watch.redaction.FieldRule.PathStep;
import org.semel.message.Body;

/**
 * Reads a document once, to its end, and keeps the values that are allowed. A name that stands
 * twice in one object makes the document ambiguous: its handler may take the other one.
 */
final class FieldReader {

  static final int DEEPEST = 128;
  static final int MOST_FIELDS = 100;
  static final int LONGEST = 200;

  private final JsonParser parser;
  private final List<FieldRule> rules;
  private final List<PathStep> path = new ArrayList<>();
  private final List<ShownField> found = new ArrayList<>();
  private boolean isComplete = true;

  /**
   * Reads what a parser parses.
   *
   * @param rules the first that names a value holds
   */
  FieldReader(JsonParser parser, List<FieldRule> rules) {
    this.parser = parser;
    this.rules = rules;
  }

  /**
   * The allowed values of the whole document.
   *
   * @throws RuntimeException of any kind if it is none, or an ambiguous one
   */
  AllowedFields read() {
    value(parser.next());
    if (parser.hasNext()) {
      throw new JsonException("there is more behind the document");
    }
    return new AllowedFields(List.copyOf(found), isComplete);
  }

  private void value(Event event) {
    switch (event) {
      case START_OBJECT -> members();
      case START_ARRAY -> items();
      case VALUE_STRING, VALUE_NUMBER -> scalar(parser.getString());
      case VALUE_TRUE -> scalar("true");
      case VALUE_FALSE -> scalar("false");
      case VALUE_NULL -> scalar("null");
      case KEY_NAME, END_ARRAY, END_OBJECT -> throw new JsonException("a value is missing");
    }
  }

  private void members() {
    Set<String> names = new HashSet<>();
    while (parser.next() == Event.KEY_NAME) {
      String name = parser.getString();
      if (!names.add(name)) {
        throw new JsonException("a name stands twice in one object");
      }
      below(new PathStep(name, false), parser.next());
    }
  }

  private void items() {
    int index = 0;
    for (Event event = parser.next(); event != Event.END_ARRAY; event = parser.next()) {
      below(new PathStep(String.valueOf(index), true), event);
      index++;
    }
  }

  private void below(PathStep step, Event event) {
    if (path.size() == DEEPEST) {
      throw new JsonException("the document is nested too deeply");
    }
    path.add(step);
    value(event);
    path.remove(path.size() - 1);
  }

  private void scalar(String text) {
    Optional<FieldRule> rule = rules.stream().filter(each -> each.matches(path)).findFirst();
    if (rule.isEmpty()) {
      return;
    }
    if (!Body.canHold(text)) {
      throw new JsonException("half of a surrogate pair");
    }
    if (found.size() == MOST_FIELDS) {
      isComplete = false;
      return;
    }
    found.add(field(rule.get(), text));
  }

  private ShownField field(FieldRule rule, String text) {
    String masked = rule.mask().of(text);
    String cut =
        masked.codePointCount(0, masked.length()) > LONGEST
            ? masked.substring(0, masked.offsetByCodePoints(0, LONGEST))
            : masked;
    return new ShownField(rule.at(path), cut, cut.equals(text));
  }
}
