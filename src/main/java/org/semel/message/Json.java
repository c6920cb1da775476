// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

import jakarta.json.JsonException;
import jakarta.json.spi.JsonProvider;
import jakarta.json.stream.JsonParser;
import jakarta.json.stream.JsonParserFactory;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A JSON document whose meaning is beyond doubt: well-formed UTF-8, no name twice in one object,
 * nested no deeper than {@value #DEEPEST}. What is doubtful is refused, because an identity read
 * from it would be doubtful too.
 */
final class Json {

  /** Deep enough for any order, shallow enough for the thread's stack. */
  static final int DEEPEST = 128;

  /** Looked up once: each look-up walks the service files of the whole deployment. */
  private static final JsonParserFactory PARSERS =
      JsonProvider.provider().createParserFactory(Map.of());

  private final Object root;

  private Json(Object root) {
    this.root = root;
  }

  static Json read(Body body) throws NotJson {
    try (JsonParser parser = PARSERS.createParser(new StringReader(body.characters()))) {
      Object root = new JsonTree(parser).root();
      return new Json(root);
    } catch (CharacterCodingException e) {
      throw new NotJson("the body is not UTF-8");
    } catch (JsonException | NumberFormatException | ArithmeticException e) {
      throw new NotJson("the body is not well-formed JSON");
    }
  }

  /**
   * The canonical form of {@code values}, written one after the other, with nothing for an absent
   * one.
   */
  static String canonical(List<Optional<Object>> values) {
    StringBuilder text = new StringBuilder();
    for (Optional<Object> value : values) {
      text.append('\n');
      value.ifPresent(present -> CanonicalJson.write(present, text));
    }
    return text.toString();
  }

  Object root() {
    return root;
  }

  /** The member of this name of the document's outermost object. */
  Optional<Object> member(String name) {
    return root instanceof Map<?, ?> object
        ? Optional.ofNullable(object.get(name))
        : Optional.empty();
  }

  /**
   * The value that a JSON Pointer names.
   *
   * @see <a href="https://www.rfc-editor.org/rfc/rfc6901">RFC 6901</a>
   */
  Optional<Object> at(String pointer) {
    Optional<Object> found = Optional.of(root);
    for (String token : JsonTree.tokens(pointer)) {
      found = found.flatMap(value -> JsonTree.child(value, token));
    }
    return found;
  }

  /** The text of a string or number that may serve as part of a key; empty for anything else. */
  static Optional<String> scalar(Object value) {
    if (value instanceof String text) {
      return Optional.of(text);
    }
    return value instanceof BigDecimal number
        ? Optional.of(CanonicalJson.number(number))
        : Optional.empty();
  }
}
