// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.key;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.semel.internal.engine.send.relay.DestinationPolicy.Rate;
import org.semel.message.AllowedHeaders;

/**
 * The values of a key.
 *
 * @param range what is allowed, for people
 * @param parser parses text, or throws {@link IllegalArgumentException} with the reason
 * @param notation how the text is read
 */
public record ValueType<T>(String range, Function<String, T> parser, Notation notation) {

  private static final Pattern HEADER = Pattern.compile("header:([A-Za-z0-9_.-]{1,64})");

  private static final Pattern BOUNDS = Pattern.compile("(?:(.+), or )?(.+) to (.+)");

  private static final Pattern RATE = Pattern.compile("(\\d{1,6})\\s*/\\s*([smh])");

  public ValueType(String range, Function<String, T> parser) {
    this(range, parser, Notation.VALUE);
  }

  private static final Map<List<Type>, Function<Key, ValueType<?>>> BY_TYPE =
      Map.ofEntries(
          Map.entry(List.of(int.class), key -> bounded(key, ValueType::integer)),
          Map.entry(List.of(boolean.class), key -> truth()),
          Map.entry(List.of(String.class), ValueType::text),
          Map.entry(List.of(Secret.class), ValueType::secret),
          Map.entry(List.of(Duration.class), key -> bounded(key, ValueType::duration)),
          Map.entry(List.of(Optional.class, Duration.class), ValueType::durationOr),
          Map.entry(List.of(Optional.class, Rate.class), key -> rate()),
          Map.entry(
              List.of(Optional.class, String.class),
              key -> orNone("none, or header: and a name", HEADER, found -> found.group(1))),
          Map.entry(List.of(Set.class, String.class), ValueType::names),
          Map.entry(List.of(Set.class, Integer.class), key -> statuses()),
          Map.entry(List.of(AllowedHeaders.class), key -> headers()));

  /**
   * The values of a component of this type. An enum has its constants, another type of its own is
   * made of the text by its constructor.
   */
  static ValueType<?> of(Type type, Key key) {
    List<Type> types =
        type instanceof ParameterizedType of
            ? Stream.concat(Stream.of(of.getRawType()), Stream.of(of.getActualTypeArguments()))
                .toList()
            : List.of(type);
    Function<Key, ValueType<?>> known = BY_TYPE.get(types);
    if (known != null) {
      return known.apply(key);
    }
    Class<?> own = (Class<?>) types.get(0);
    return own.isEnum()
        ? oneOf(own)
        : new ValueType<>(key.range(), text -> made(own, text), key.notation());
  }

  private static Object made(Class<?> type, String text) {
    try {
      return type.getConstructor(String.class).newInstance(text);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(e.getTargetException().getMessage(), e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " is not made of a text", e);
    }
  }

  private static <T> ValueType<T> bounded(
      Key key, BiFunction<String, String, ValueType<T>> values) {
    Matcher bounds = bounds(key);
    return values.apply(bounds.group(2), bounds.group(3));
  }

  private static Matcher bounds(Key key) {
    Matcher bounds = BOUNDS.matcher(key.range());
    if (!bounds.matches()) {
      throw new IllegalStateException(key + " has no bounds");
    }
    return bounds;
  }

  private static ValueType<String> text(Key key) {
    return new ValueType<>(
        key.range(), text -> formed(text, key.form(), key.range()), key.notation());
  }

  private static String formed(String text, String form, String range) {
    require(form.isEmpty() || text.matches(form), range);
    return text;
  }

  /** A text that is never quoted. */
  private static ValueType<Secret> secret(Key key) {
    return new ValueType<>(key.range(), Secret::new, Notation.SECRET);
  }

  /** A number of bytes if the bounds have a unit. */
  private static ValueType<Integer> integer(String least, String most) {
    return amount(least, most, least.matches("\\d+") ? Map.of("", 1L) : Amounts.BYTES);
  }

  public static ValueType<Integer> bytes(String least, String most) {
    return amount(least, most, Amounts.BYTES);
  }

  private static ValueType<Integer> amount(String least, String most, Map<String, Long> units) {
    String range = least + " to " + most;
    long from = Amounts.of(least, units, range);
    long to = Amounts.of(most, units, range);
    return new ValueType<>(
        range, text -> (int) within(Amounts.of(text, units, range), from, to, range));
  }

  public static ValueType<Duration> duration(String least, String most) {
    String range = least + " to " + most;
    long from = Amounts.of(least, Amounts.MILLIS, range);
    long to = Amounts.of(most, Amounts.MILLIS, range);
    return new ValueType<>(
        range,
        text ->
            Duration.ofMillis(within(Amounts.of(text, Amounts.MILLIS, range), from, to, range)));
  }

  /** A duration, or a word for none. */
  private static ValueType<Optional<Duration>> durationOr(Key key) {
    Matcher bounds = bounds(key);
    Function<String, Duration> parser = duration(bounds.group(2), bounds.group(3)).parser();
    return new ValueType<>(
        key.range(),
        text -> {
          try {
            return text.strip().equals(bounds.group(1))
                ? Optional.empty()
                : Optional.of(parser.apply(text));
          } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("must be " + key.range(), e);
          }
        });
  }

  private static ValueType<Object> oneOf(Class<?> type) {
    List<Object> constants = List.of(type.getEnumConstants());
    String range = constants.stream().map(ValueType::spelled).collect(Collectors.joining(", "));
    return new ValueType<>(
        range,
        text ->
            constants.stream()
                .filter(constant -> spelled(constant).equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("must be one of " + range)));
  }

  public static ValueType<Optional<Rate>> rate() {
    String range = "none, or 1 to 100000 per s, m or h: 50/s";
    return orNone(range, RATE, found -> rate(found, range));
  }

  private static Rate rate(Matcher matcher, String range) {
    int most = (int) within(Long.parseLong(matcher.group(1)), 1, 100_000, range);
    return new Rate(most, Duration.ofMillis(Amounts.MILLIS.getOrDefault(matcher.group(2), 1_000L)));
  }

  private static <T> ValueType<Optional<T>> orNone(
      String range, Pattern form, Function<Matcher, T> made) {
    return new ValueType<>(
        range,
        text -> {
          Matcher matcher = form.matcher(text.strip());
          boolean none = text.strip().equals("none");
          require(none || matcher.matches(), range);
          return none ? Optional.empty() : Optional.of(made.apply(matcher));
        });
  }

  private static ValueType<Boolean> truth() {
    return new ValueType<>(
        "true, false",
        text -> {
          require(text.equals("true") || text.equals("false"), "true or false");
          return text.equals("true");
        });
  }

  /** Names that all have the form, if there is one. */
  private static ValueType<Set<String>> names(Key key) {
    String range = key.range().isEmpty() ? "names of classes, separated by commas" : key.range();
    return listed(range, each -> formed(each, key.form(), range));
  }

  /** HTTP statuses of requests that were not done. */
  private static ValueType<Set<Integer>> statuses() {
    String range = "numbers from 400 to 599, separated by commas";
    return listed(
        range, each -> (int) within(Amounts.of(each, Map.of("", 1L), range), 400, 599, range));
  }

  private static <T> ValueType<Set<T>> listed(String range, Function<String, T> made) {
    return new ValueType<>(
        range,
        text ->
            Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .map(made)
                .collect(Collectors.toSet()),
        Notation.LIST);
  }

  private static ValueType<AllowedHeaders> headers() {
    return new ValueType<>(
        "names, separated by commas; a name may end in *",
        text -> AllowedHeaders.of(List.of(text.split(",", -1))),
        Notation.LIST);
  }

  private static String spelled(Object constant) {
    return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static long within(long value, long least, long most, String range) {
    require(value >= least && value <= most, range);
    return value;
  }

  private static void require(boolean met, String range) {
    if (!met) {
      throw new IllegalArgumentException("must be " + range);
    }
  }
}
