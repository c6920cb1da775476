// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import jakarta.json.stream.JsonParser;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.semel.message.Body;
import org.semel.message.Digest;
import org.semel.message.ProducerKey;

/**
 * Reads a document from a parser's events, once and without keeping it: of each array and each
 * object that has ended there is a digest left, of those that are open the names so far. Of the
 * outermost object the members stay.
 */
final class JsonReader {

  /** Deep enough for any order, shallow enough for the thread's stack. */
  static final int DEEPEST = 128;

  /**
   * More than any real document has, few enough to keep: a name that occurs twice must be found.
   */
  static final int MOST_NAMES = Body.MOST_NAMES;

  /** The number of characters of a text that are kept: one more than a key may have. */
  private static final int KEPT = ProducerKey.LONGEST + 1;

  private final JsonParser parser;
  private int names;

  JsonReader(JsonParser parser) {
    this.parser = parser;
  }

  /** The whole document, from its members if it is an object, from its value if it is none. */
  <T> T document(Function<SortedMap<String, JsonValue>, T> object, Function<JsonValue, T> other)
      throws NotJson {
    if (!parser.hasNext()) {
      throw new NotJson("the body is empty where JSON is expected");
    }
    JsonParser.Event first = parser.next();
    T document =
        first == JsonParser.Event.START_OBJECT
            ? object.apply(members(1))
            : other.apply(value(first, 0));
    if (parser.hasNext()) {
      throw new NotJson("the body goes on after the JSON document");
    }
    return document;
  }

  /** One value of a document that is known to be well-formed. */
  Optional<JsonValue> at(JsonPointer pointer) throws NotJson {
    Optional<JsonParser.Event> found = pointer.find(parser);
    return found.isPresent() ? Optional.of(value(found.get(), 0)) : Optional.empty();
  }

  private JsonValue value(JsonParser.Event event, int depth) throws NotJson {
    return switch (event) {
      case START_OBJECT -> inner(depth + 1);
      case START_ARRAY -> array(depth + 1);
      case VALUE_STRING -> new JsonValue(JsonValue.Kind.STRING, kept(text()));
      case VALUE_NUMBER ->
          new JsonValue(JsonValue.Kind.NUMBER, kept(JsonNumber.canonical(parser.getString())));
      case VALUE_TRUE -> new JsonValue(JsonValue.Kind.LITERAL, "true");
      case VALUE_FALSE -> new JsonValue(JsonValue.Kind.LITERAL, "false");
      case VALUE_NULL -> new JsonValue(JsonValue.Kind.LITERAL, "null");
      case KEY_NAME, END_ARRAY, END_OBJECT -> throw new NotJson("the body is not well-formed JSON");
    };
  }

  private JsonValue inner(int depth) throws NotJson {
    SortedMap<String, JsonValue> members = members(depth);
    names -= members.size();
    return digested(members);
  }

  private SortedMap<String, JsonValue> members(int depth) throws NotJson {
    deepened(depth);
    SortedMap<String, JsonValue> members = new TreeMap<>();
    while (parser.next() == JsonParser.Event.KEY_NAME) {
      String name = kept(text());
      if (++names > MOST_NAMES) {
        throw new NotJson(
            "the JSON document has open objects of more than " + MOST_NAMES + " names");
      }
      if (members.put(name, value(parser.next(), depth)) != null) {
        throw new NotJson("the JSON document holds a name twice in one object");
      }
    }
    return members;
  }

  private JsonValue array(int depth) throws NotJson {
    deepened(depth);
    CanonicalDigest items = new CanonicalDigest();
    for (JsonParser.Event event = parser.next();
        event != JsonParser.Event.END_ARRAY;
        event = parser.next()) {
      items.add(value(event, depth));
    }
    return new JsonValue(JsonValue.Kind.ARRAY, text(items.bytes()));
  }

  private static void deepened(int depth) throws NotJson {
    if (depth > DEEPEST) {
      throw new NotJson("the JSON document is nested deeper than " + DEEPEST);
    }
  }

  static JsonValue digested(SortedMap<String, JsonValue> members) {
    return new JsonValue(JsonValue.Kind.OBJECT, text(CanonicalDigest.ofMembers(members)));
  }

  /**
   * The current text. Half of a surrogate pair is refused: no encoding tells one half from another,
   * so that its meaning is in doubt.
   */
  private String text() throws NotJson {
    String text = parser.getString();
    if (!Body.canHold(text)) {
      throw new NotJson("the JSON document holds half of a surrogate pair");
    }
    return text;
  }

  private static String kept(String text) {
    return text.length() <= KEPT
        ? text
        : text.substring(0, KEPT) + text(Digest.of(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String text(byte[] digest) {
    return new String(digest, StandardCharsets.ISO_8859_1);
  }
}
