// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The time for which a provider asks a client to wait: in seconds, or until a date. Any other value
 * is ignored.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3">RFC 9110, section 10.2.3</a>
 */
final class RetryAfterHeader {

  static final String NAME = "Retry-After";

  /** Thirty years; the relay limits it. */
  private static final int MOST_DIGITS = 9;

  private final InstantSource clock;

  /**
   * Reads the header.
   *
   * @param clock the time that dates are compared with
   */
  RetryAfterHeader(InstantSource clock) {
    this.clock = clock;
  }

  /** Finds the header among those of a response, ignoring case. */
  Optional<Duration> in(@Nullable Map<String, String> headers) {
    return headers == null
        ? Optional.empty()
        : headers.entrySet().stream()
            .filter(header -> header.getKey().equalsIgnoreCase(NAME))
            .findFirst()
            .flatMap(header -> of(header.getValue()));
  }

  /** The wait that this value of the header asks for. */
  Optional<Duration> of(@Nullable String value) {
    String text = value == null ? "" : value.strip();
    return text.matches("[0-9]+") ? Optional.of(seconds(text)) : until(text);
  }

  private static Duration seconds(String digits) {
    String most = digits.length() > MOST_DIGITS ? "9".repeat(MOST_DIGITS) : digits;
    return Duration.ofSeconds(Long.parseLong(most));
  }

  private Optional<Duration> until(String date) {
    try {
      Instant then = DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from);
      Duration wait = Duration.between(clock.instant(), then);
      return Optional.of(wait.isNegative() ? Duration.ZERO : wait);
    } catch (DateTimeException e) { // not a date either
      return Optional.empty();
    }
  }
}
