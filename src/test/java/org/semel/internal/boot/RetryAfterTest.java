// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.awaitility.Awaitility.await;
import static org.semel.internal.boot.HttpEstate.answer;

import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long a provider may let an intent wait. */
class RetryAfterTest {

  private final HttpEstate http = new HttpEstate();

  @AfterEach
  void stop() {
    http.close();
  }

  @Test
  void aDateIsHeardAsSecondsAre() {
    ZonedDateTime then = ZonedDateTime.now(ZoneOffset.UTC).plusMinutes(30);
    sendsAwayFor(429, DateTimeFormatter.RFC_1123_DATE_TIME.format(then));
    await().until(() -> waits("20 minutes", "40 minutes"));
  }

  @Test
  void itIsHeardWhereTheRouteDoesNotThrow() {
    start("/send?throwExceptionOnFailure=false", 429, "1800");
    http.estate.send("1", "a");
    await().until(() -> waits("20 minutes", "40 minutes"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"999999", "99999999999", "Fri, 31 Dec 9999 23:59:59 GMT"})
  void nobodyWaitsForLongerThanADay(String asked) {
    sendsAwayFor(429, asked);
    await().until(() -> waits("23 hours", "25 hours"));
  }

  @Test
  void whatMayHaveTakenEffectWaitsNoLongerThanItsKeyLives() {
    http.with("keys", "honoured").with("key-life", "2h");
    sendsAwayFor(503, "36000");
    await().until(() -> waits("110 minutes", "120 minutes"));
  }

  @Test
  void whatIsNoTimeIsLeftToOurOwnWaits() {
    sendsAwayFor(429, "soon");
    await().until(() -> http.intents("attempts >= 2") == 1);
  }

  @Test
  void noHeaderOfTheMessageAsksToWait() {
    http.with("headers", "*");
    http.before = route -> route.setHeader("Retry-After").constant("1800");
    start("/send?throwExceptionOnFailure=false", 429, "");
    http.estate.send("1", "a");
    await().until(() -> http.intents("attempts >= 2") == 1);
  }

  private void sendsAwayFor(int status, String asked) {
    start("/send", status, asked);
    http.estate.send("1", "a");
  }

  private void start(String path, int status, String asked) {
    http.start(
        path,
        (exchange, body) -> {
          if (!asked.isEmpty()) {
            exchange.getResponseHeaders().set("Retry-After", asked);
          }
          answer(exchange, status);
        });
  }

  /** Whether the intent's next attempt lies between these spans from its recording on. */
  private boolean waits(String atLeast, String atMost) {
    String due =
        "state = 'pending' AND failures = 1 AND due_at BETWEEN recorded_at + interval '%s' AND recorded_at + interval '%s'";
    return http.intents(due.formatted(atLeast, atMost)) == 1;
  }
}
