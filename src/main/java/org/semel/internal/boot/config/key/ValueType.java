// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.key;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

  private static final Pattern RATE = Pattern.compile("(\\d{1,6})\\s*/\\s*([smh])");

  public ValueType(String range, Function<String, T> parser) {
    this(range, parser, Notation.VALUE);
  }

  public static ValueType<String> text(String range) {
    return new ValueType<>(range, text -> text);
  }

  /** A text that is never quoted. */
  public static ValueType<String> secret(String range) {
    return new ValueType<>(range, text -> text, Notation.SECRET);
  }

  /** An identity rule. */
  public static ValueType<String> rule(String range) {
    return new ValueType<>(range, text -> text, Notation.RULE);
  }

  public static ValueType<String> matching(String range, Pattern pattern) {
    return new ValueType<>(
        range,
        text -> {
          require(pattern.matcher(text).matches(), range);
          return text;
        });
  }

  public static ValueType<Integer> number(int least, int most) {
    String range = least + " to " + most;
    return new ValueType<>(
        range, text -> (int) within(Amounts.of(text, Map.of("", 1L), range), least, most, range));
  }

  public static ValueType<Integer> bytes(String least, String most) {
    String range = least + " to " + most;
    long from = Amounts.of(least, Amounts.BYTES, range);
    long to = Amounts.of(most, Amounts.BYTES, range);
    return new ValueType<>(
        range, text -> (int) within(Amounts.of(text, Amounts.BYTES, range), from, to, range));
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
  public static ValueType<Optional<Duration>> durationOr(String none, String least, String most) {
    String range = none + ", or " + least + " to " + most;
    Function<String, Duration> parser = duration(least, most).parser();
    return new ValueType<>(
        range,
        text -> {
          try {
            return text.strip().equals(none) ? Optional.empty() : Optional.of(parser.apply(text));
          } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("must be " + range, e);
          }
        });
  }

  public static <E extends Enum<E>> ValueType<E> oneOf(Class<E> type) {
    String range =
        Arrays.stream(type.getEnumConstants())
            .map(constant -> spelled(constant.name()))
            .collect(Collectors.joining(", "));
    return new ValueType<>(
        range,
        text ->
            Arrays.stream(type.getEnumConstants())
                .filter(constant -> spelled(constant.name()).equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("must be one of " + range)));
  }

  public static ValueType<Optional<Rate>> rate() {
    String range = "none, or 1 to 100000 per s, m or h: 50/s";
    return new ValueType<>(
        range,
        text -> {
          Matcher matcher = RATE.matcher(text.strip());
          boolean none = text.strip().equals("none");
          require(none || matcher.matches(), range);
          return none ? Optional.empty() : Optional.of(rate(matcher, range));
        });
  }

  public static ValueType<Optional<String>> header() {
    String range = "none, or header: and a name";
    return new ValueType<>(
        range,
        text -> {
          Matcher matcher = HEADER.matcher(text.strip());
          boolean none = text.strip().equals("none");
          require(none || matcher.matches(), range);
          return none ? Optional.empty() : Optional.of(matcher.group(1));
        });
  }

  private static Rate rate(Matcher matcher, String range) {
    int most = (int) within(Long.parseLong(matcher.group(1)), 1, 100_000, range);
    return new Rate(most, Duration.ofMillis(Amounts.MILLIS.getOrDefault(matcher.group(2), 1_000L)));
  }

  public static ValueType<Boolean> truth() {
    return new ValueType<>(
        "true, false",
        text -> {
          require(text.equals("true") || text.equals("false"), "true or false");
          return text.equals("true");
        });
  }

  public static ValueType<Set<String>> names() {
    return names("names of classes, separated by commas");
  }

  public static ValueType<Set<String>> names(String range) {
    return new ValueType<>(range, text -> listed(text).collect(Collectors.toSet()), Notation.LIST);
  }

  /** Names that all have this form. */
  public static ValueType<Set<String>> names(String range, Pattern form) {
    return new ValueType<>(
        range,
        text -> {
          Set<String> names = listed(text).collect(Collectors.toSet());
          require(names.stream().allMatch(name -> form.matcher(name).matches()), range);
          return names;
        },
        Notation.LIST);
  }

  /** HTTP statuses of requests that were not done. */
  public static ValueType<Set<Integer>> statuses() {
    String range = "numbers from 400 to 599, separated by commas";
    return new ValueType<>(
        range,
        text ->
            listed(text)
                .map(each -> (int) within(Amounts.of(each, Map.of("", 1L), range), 400, 599, range))
                .collect(Collectors.toSet()),
        Notation.LIST);
  }

  private static Stream<String> listed(String text) {
    return Arrays.stream(text.split(",", -1)).map(String::strip).filter(each -> !each.isEmpty());
  }

  public static ValueType<AllowedHeaders> headers() {
    return new ValueType<>(
        "names, separated by commas; a name may end in *",
        text -> AllowedHeaders.of(List.of(text.split(",", -1))),
        Notation.LIST);
  }

  private static String spelled(String constant) {
    return constant.toLowerCase(Locale.ROOT).replace('_', '-');
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
