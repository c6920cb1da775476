// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.semel.message.Message;

/**
 * Finds in a message the time at which its identity was minted. It must be the same at every
 * delivery: a time that is set anew when a producer sends again would hide the duplicate.
 */
public enum MintTime {
  /**
   * The key is a UUID of version 7, or ends in one after a {@code |}.
   *
   * @see <a href="https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-7">RFC 9562, section
   *     5.7</a>
   */
  UUIDV7 {
    @Override
    Optional<Instant> read(Message message, String key) {
      return match(UUID_7, key)
          .map(found -> Long.parseLong(found.group(1) + found.group(2), 16))
          .map(Instant::ofEpochMilli);
    }
  },

  /**
   * The key is a ULID, or ends in one after a {@code |}.
   *
   * @see <a href="https://github.com/ulid/spec">ULID: 48 bits of milliseconds, in Crockford's base
   *     32</a>
   */
  ULID {
    @Override
    Optional<Instant> read(Message message, String key) {
      return match(ULID_TEXT, key)
          .map(found -> found.group(1).toUpperCase(Locale.ROOT))
          .map(
              digits ->
                  digits.chars().mapToLong(CROCKFORD::indexOf).reduce(0, (a, b) -> a * 32 + b))
          .map(Instant::ofEpochMilli);
    }
  },

  /**
   * The attribute {@code time} of a CloudEvent. Only if the producer keeps it when it sends an
   * event again.
   *
   * @see <a
   *     href="https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/spec.md#time">CloudEvents
   *     1.0.2: time</a>
   */
  CLOUDEVENT {
    @Override
    Optional<Instant> read(Message message, String key) {
      try {
        return CloudEvents.attribute(message, "time")
            .map(text -> LEAP_SECOND.matcher(text).replaceFirst("$159"))
            .map(text -> OffsetDateTime.parse(text).toInstant());
      } catch (NotJson | DateTimeException e) {
        return Optional.empty();
      }
    }
  };

  private static final String CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

  /** RFC 3339 allows a sixtieth second, which no clock of Java's has; the one before stands in. */
  private static final Pattern LEAP_SECOND = Pattern.compile("^([^T]*[Tt]\\d\\d:\\d\\d:)60");

  private static final Pattern UUID_7 =
      Pattern.compile(
          "(?:.*\\|)?(\\p{XDigit}{8})-(\\p{XDigit}{4})-7\\p{XDigit}{3}-[89abAB]\\p{XDigit}{3}-\\p{XDigit}{12}");
  private static final Pattern ULID_TEXT =
      Pattern.compile(
          "(?:.*\\|)?([0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{9})[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{16}");

  /** The latest time that 48 bits of milliseconds since 1970 can hold. */
  private static final Instant LAST = Instant.ofEpochMilli((1L << 48) - 1);

  abstract Optional<Instant> read(Message message, String key);

  /**
   * The time of the message with this key, if it carries one that 48 bits of milliseconds since
   * 1970 can hold.
   */
  public Optional<Instant> of(Message message, String key) {
    return read(message, key).filter(time -> !time.isBefore(Instant.EPOCH) && !time.isAfter(LAST));
  }

  private static Optional<Matcher> match(Pattern pattern, String key) {
    Matcher matcher = pattern.matcher(key);
    return matcher.matches() ? Optional.of(matcher) : Optional.empty();
  }
}
