// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.redaction;

import jakarta.json.spi.JsonProvider;
import jakarta.json.stream.JsonParser;
import jakarta.json.stream.JsonParserFactory;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.semel.internal.desk.watch.redaction.BodyView.NothingOfIt;
import org.semel.internal.desk.watch.redaction.BodyView.WhyNothing;
import org.semel.message.Body;
import org.semel.message.Digest;

/**
 * The fields of one consumer's JSON bodies that are shown to all who may look. Nothing is, unless a
 * rule allows it; where several do, the strictest mask holds.
 *
 * @param rules the strictest first
 */
public record ShownFields(List<FieldRule> rules) {

  /** Nothing. */
  public static final ShownFields NONE = new ShownFields(List.of());

  /** A body of more bytes is not read for a view. */
  public static final int LARGEST_READ = 1 << 20;

  private static final int MOST_RULES = 32;

  /** Looked up once: each look-up walks the service files of the whole deployment. */
  private static final JsonParserFactory PARSERS =
      JsonProvider.provider().createParserFactory(Map.of());

  public ShownFields {
    rules = List.copyOf(rules);
  }

  /**
   * Shows whole values.
   *
   * @param pointers JSON pointers between commas
   * @throws IllegalArgumentException if one is none
   */
  public static ShownFields whole(String pointers) {
    return listed(pointers, pointer -> FieldRule.of(pointer, FieldMask.WHOLE));
  }

  /**
   * Shows parts of values.
   *
   * @param pointers each with a colon and its mask behind it, between commas
   * @throws IllegalArgumentException if one has none
   */
  public static ShownFields masked(String pointers) {
    return listed(pointers, ShownFields::masking);
  }

  /** A member's name may have colons, too: the mask stands behind the last one. */
  private static FieldRule masking(String text) {
    int colon = text.lastIndexOf(':');
    FieldMask mask = FieldMask.named(text.substring(colon + 1));
    return FieldRule.of(text.substring(0, Math.max(0, colon)), mask);
  }

  private static ShownFields listed(String text, Function<String, FieldRule> rule) {
    List<FieldRule> rules =
        Arrays.stream(text.split(",", -1))
            .map(String::strip)
            .filter(each -> !each.isEmpty())
            .map(rule)
            .toList();
    if (rules.size() > MOST_RULES) {
      throw new IllegalArgumentException("at most " + MOST_RULES + " pointers");
    }
    return new ShownFields(rules);
  }

  /** The fields that either of them shows. */
  public ShownFields and(ShownFields other) {
    return new ShownFields(
        Stream.concat(rules.stream(), other.rules.stream())
            .sorted(Comparator.comparing(FieldRule::mask).reversed())
            .toList());
  }

  public boolean isNone() {
    return rules.isEmpty();
  }

  /** The view of {@code body}; empty if there is no body, or if nothing of any body is shown. */
  Optional<BodyView> of(Body body) {
    if (isNone() || body.form() == Body.Form.NONE) {
      return Optional.empty();
    }
    return Optional.of(
        body.isRead() && body.size() <= LARGEST_READ
            ? read(body)
            : new NothingOfIt(WhyNothing.NOT_READ, Optional.empty()));
  }

  /** Any exception of the provider, specified or not, means that this is no JSON. */
  private BodyView read(Body body) {
    try (JsonParser parser = PARSERS.createParser(new StringReader(characters(body)))) {
      return new FieldReader(parser, rules).read();
    } catch (CharacterCodingException | RuntimeException e) {
      String digest = HexFormat.of().formatHex(Digest.of(body.bytes()));
      return new NothingOfIt(WhyNothing.NOT_JSON, Optional.of(digest));
    }
  }

  /** A byte order mark may be ignored by who reads JSON (RFC 8259, section 8.1). */
  private static String characters(Body body) throws CharacterCodingException {
    String text = body.characters();
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }
}
