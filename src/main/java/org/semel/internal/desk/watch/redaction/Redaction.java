// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.redaction;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;
import java.lang.reflect.RecordComponent;
import java.nio.charset.CharacterCodingException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.semel.SemelException;
import org.semel.message.Body;
import org.semel.message.Fingerprint;
import org.semel.message.Headers;
import org.semel.message.ParkingReason;

/**
 * The one way out: makes JSON of what the operations answer, with the names that they have in Java.
 * Numbers, times, states and digests are shown; of texts only those that are allowed here, by their
 * component. A text that is added to a record is hidden until it is allowed.
 *
 * <p>Never allowed is what may quote payload: bodies, values of headers, what a failure or a
 * provider said, names of fields of a body. The log goes this way, too ({@link #inLog}).
 */
public final class Redaction {

  /** Without payload. */
  public static final Redaction STRICT = new Redaction(ShownFields.NONE, false);

  /** With payload, for a caller that may read it and has given a reason. */
  public static final Redaction OPEN = new Redaction(ShownFields.NONE, true);

  private static final JsonProvider JSON = JsonProvider.provider();

  private final ShownFields fields;
  private final boolean open;

  private Redaction(ShownFields fields, boolean open) {
    this.fields = fields;
    this.open = open;
  }

  /** Without payload, but for these fields of bodies. */
  public static Redaction showing(ShownFields fields) {
    return fields.isNone() ? STRICT : new Redaction(fields, false);
  }

  /**
   * A failure in words that quote no payload: its root's class, with the code that lies nearest. Of
   * a failure of Semel's its message, which has a code and names identities only.
   *
   * @param code of one failure in the chain, if it has one
   */
  public static String failure(Throwable failure, Function<Throwable, Optional<String>> code) {
    List<Throwable> chain =
        Stream.iterate(failure, Objects::nonNull, Throwable::getCause).limit(20).toList();
    Throwable root = chain.get(chain.size() - 1);
    if (root instanceof SemelException) {
      return String.valueOf(root.getMessage());
    }
    String name = root.getClass().getName();
    return chain.stream()
        .flatMap(each -> code.apply(each).stream())
        .reduce((farther, nearer) -> nearer)
        .map(nearest -> name + " (" + nearest + ")")
        .orElse(name);
  }

  /**
   * A value as a line of the log may say it: a {@link #failure} without its words, anything else as
   * it is. Bodies and headers say their size and their number, in every text.
   */
  public static @Nullable Object inLog(
      @Nullable Object value, Function<Throwable, Optional<String>> code) {
    return value instanceof Throwable failure ? failure(failure, code) : value;
  }

  /** {@code record} as an object of JSON. */
  public JsonObjectBuilder object(Record record) {
    JsonObjectBuilder object = JSON.createObjectBuilder();
    Class<?> type = record.getClass();
    if (isOneOfSeveral(type)) {
      object.add("is", type.getSimpleName());
    }
    for (RecordComponent component : type.getRecordComponents()) {
      json(name(type) + "." + component.getName(), value(component, record))
          .ifPresent(json -> object.add(component.getName(), json));
    }
    return object;
  }

  private static boolean isOneOfSeveral(Class<?> type) {
    return Arrays.stream(type.getInterfaces()).anyMatch(Class::isSealed);
  }

  private static String name(Class<?> type) {
    return type.getName().substring(type.getPackageName().length() + 1).replace('$', '.');
  }

  private static Object value(RecordComponent component, Record record) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a record cannot be read: " + component, e);
    }
  }

  /** Empty if there is nothing to show. */
  private Optional<JsonValue> json(String component, Object value) {
    if (value instanceof Optional<?> maybe) {
      return maybe.flatMap(there -> json(component, there));
    }
    if (value instanceof Collection<?> many) {
      return many(component, many);
    }
    if (value instanceof String text) {
      return open || AllowedTexts.contain(component)
          ? Optional.of(JSON.createValue(text))
          : Optional.empty();
    }
    return Optional.of(plain(component, value));
  }

  private Optional<JsonValue> many(String component, Collection<?> many) {
    JsonArrayBuilder array = JSON.createArrayBuilder();
    boolean hidden = false;
    for (Object one : many) {
      Optional<JsonValue> json = json(component, one);
      hidden |= json.isEmpty();
      json.ifPresent(array::add);
    }
    return hidden ? Optional.empty() : Optional.of(array.build());
  }

  private JsonValue plain(String component, Object value) {
    if (value instanceof Record record) {
      return object(record).build();
    }
    if (value instanceof Number number) {
      return JSON.createValue(number.longValue());
    }
    if (value instanceof Boolean truth) {
      return truth ? JsonValue.TRUE : JsonValue.FALSE;
    }
    if (value instanceof Body body) {
      return body(body);
    }
    if (value instanceof Headers headers) {
      return headers(headers);
    }
    if (value instanceof Throwable thrown) {
      return JSON.createValue(thrown.getClass().getName());
    }
    if (isHarmless(value)) {
      return JSON.createValue(value.toString());
    }
    throw new IllegalStateException(component + " has a type that may not be shown");
  }

  private static boolean isHarmless(Object value) {
    return value instanceof Enum<?>
        || value instanceof ParkingReason
        || value instanceof UUID
        || value instanceof Instant
        || value instanceof Duration
        || value instanceof Fingerprint;
  }

  private JsonValue body(Body body) {
    JsonObjectBuilder object = JSON.createObjectBuilder();
    object.add("form", body.form().name()).add("size", body.size());
    fields.of(body).ifPresent(view -> object.add("shown", object((Record) view)));
    if (open) {
      body.contentType().ifPresent(type -> object.add("contentType", type));
    }
    if (open && body.isRead()) {
      try {
        object.add("text", body.characters());
      } catch (CharacterCodingException e) {
        object.add("base64", Base64.getEncoder().encodeToString(body.bytes()));
      }
    }
    return object.build();
  }

  private JsonValue headers(Headers headers) {
    JsonObjectBuilder object = JSON.createObjectBuilder();
    if (!open) {
      return object.add("count", headers.size()).build();
    }
    headers.forEach((name, value) -> object.add(name, value.toString()));
    return object.build();
  }
}
