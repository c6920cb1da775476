// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import jakarta.json.spi.JsonProvider;
import jakarta.json.stream.JsonParser;
import jakarta.json.stream.JsonParserFactory;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.semel.message.Body;

/**
 * A JSON document with an unambiguous meaning: well-formed UTF-8, no name twice in one object, no
 * half of a surrogate pair, nested no deeper than {@value JsonReader#DEEPEST}, and no more than
 * {@value JsonReader#MOST_NAMES} names in the objects that are open at one place. An ambiguous
 * document is refused, because an identity read from it would be ambiguous too.
 *
 * <p>The document is read as a stream: the memory needed grows with the names of its outermost
 * object, not with their values.
 *
 * @param root the whole document
 * @param members of its outermost object; empty if it is none
 */
record Json(JsonValue root, Optional<SortedMap<String, JsonValue>> members) {

  /** Looked up once: each look-up walks the service files of the whole deployment. */
  private static final JsonParserFactory PARSERS =
      JsonProvider.provider().createParserFactory(Map.of());

  /** Something that is read from a parser. */
  @FunctionalInterface
  private interface ParserRead<T> {
    T from(JsonParser parser) throws NotJson;
  }

  /** The result of reading a body, remembered beside it. */
  @FunctionalInterface
  private interface Parsed {
    Json get() throws NotJson;
  }

  /**
   * The document that {@code body} is; parsed once per body.
   *
   * @throws NotJson if it is none, or if its meaning is doubtful
   */
  static Json of(Body body) throws NotJson {
    return body.as(Parsed.class, Json::read).get();
  }

  private static Parsed read(Body body) {
    try {
      Json json =
          parsed(body, parser -> new JsonReader(parser).document(Json::object, Json::other));
      return () -> json;
    } catch (NotJson e) {
      return () -> {
        throw e;
      };
    }
  }

  private static Json object(SortedMap<String, JsonValue> members) {
    return new Json(JsonReader.digested(members), Optional.of(members));
  }

  private static Json other(JsonValue value) {
    return new Json(value, Optional.empty());
  }

  /** The value that {@code pointer} names, in a document that has been read before. */
  Optional<JsonValue> at(JsonPointer pointer, Body body) throws NotJson {
    return pointer.tokens().size() == 1 && members.isPresent()
        ? member(pointer.tokens().get(0))
        : parsed(body, parser -> new JsonReader(parser).at(pointer));
  }

  /** The whole of the string that {@code pointer} names, in a body that has been read before. */
  static Optional<String> string(Body body, JsonPointer pointer) throws NotJson {
    return parsed(
        body,
        parser ->
            pointer
                .find(parser)
                .filter(JsonParser.Event.VALUE_STRING::equals)
                .map(found -> parser.getString()));
  }

  /** The member of this name of the document's outermost object. */
  Optional<JsonValue> member(String name) {
    return members.flatMap(named -> Optional.ofNullable(named.get(name)));
  }

  /**
   * The only call of the JSON provider. Any of its exceptions, specified or not, means that this
   * body cannot be read.
   */
  private static <T> T parsed(Body body, ParserRead<T> reading) throws NotJson {
    try (JsonParser parser = PARSERS.createParser(new StringReader(characters(body)))) {
      return reading.from(parser);
    } catch (CharacterCodingException e) {
      throw new NotJson("the body is not UTF-8");
    } catch (RuntimeException e) {
      throw new NotJson("the body is not well-formed JSON");
    }
  }

  /** A byte order mark may be ignored by who reads JSON (RFC 8259, section 8.1). */
  private static String characters(Body body) throws CharacterCodingException {
    String text = body.characters();
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }
}
