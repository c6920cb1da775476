// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.key;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A rule across the keys of a record.
 *
 * @param key at fault
 * @param own whether it is at fault only if it is set for a name itself, not by the defaults of all
 * @param fault of the values, if they break this rule
 */
public record Rule<R extends Record>(String key, boolean own, Function<R, Optional<String>> fault) {

  /**
   * Why the values break this rule; empty if they do not.
   *
   * @param isOwn whether the key is set for the name itself
   */
  Optional<String> broken(R values, boolean isOwn) {
    return isOwn || !own ? fault.apply(values) : Optional.empty();
  }

  public static <R extends Record> Rule<R> of(
      String key, Predicate<R> broken, Function<R, String> why) {
    return readable(key, values -> Optional.of(values).filter(broken).map(why));
  }

  public static <R extends Record> Rule<R> of(String key, Predicate<R> broken, String why) {
    return of(key, broken, values -> why);
  }

  /** A reader of the value may refuse it, and says why. */
  public static <R extends Record> Rule<R> readable(
      String key, Function<R, Optional<String>> refusal) {
    return new Rule<>(key, false, refusal);
  }

  /** A key that the values ignore must not be set; a default for all may be. */
  public static <R extends Record> Rule<R> unlessIgnored(
      String key, Predicate<R> ignored, String why) {
    return new Rule<>(key, true, values -> Optional.of(values).filter(ignored).map(found -> why));
  }

  /** The longest wait must not be shorter than the first. */
  public static <R extends Record> Rule<R> growing(
      String first, Function<R, Duration> from, String most, Function<R, Duration> to) {
    return of(
        most,
        values -> to.apply(values).compareTo(from.apply(values)) < 0,
        "must be at least " + first);
  }
}
