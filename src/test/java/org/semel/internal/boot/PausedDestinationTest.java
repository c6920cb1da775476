// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.semel.internal.boot.HttpEstate.answer;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A provider that takes nothing from us, and one that will not have this one intent. */
class PausedDestinationTest {

  private static final String PAUSED = "SEMEL-0525";
  private static final String RESUMED = "SEMEL-0526";

  private final HttpEstate http = new HttpEstate();
  private final LogLines lines = new LogLines();

  @AfterEach
  void stop() {
    http.close();
    lines.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 407})
  void whoIsNotLetInPausesAtOnceAndNoAttemptIsCounted(int status) {
    http.with("circuit-open", "1h").start((exchange, body) -> answer(exchange, status));
    http.estate.send("1", many(30));
    await().until(() -> told(PAUSED) == 1 && waiting() == 30);
    assertThat(http.requests).as("those on their way").hasSizeLessThanOrEqualTo(8);
    assertThat(lines.with(PAUSED, http.destination, "HTTP status " + status)).hasSize(1);
  }

  @Test
  void aTokenThatIsRenewedResumesTheDestinationWithoutAPerson() {
    AtomicBoolean renewed = new AtomicBoolean();
    http.with("circuit-open", "100ms")
        .with("concurrency", "1")
        .start((exchange, body) -> answer(exchange, renewed.get() ? 200 : 401));
    http.estate.send("1", many(30));
    await().until(() -> http.requests.size() >= 20);
    renewed.set(true);
    await()
        .until(() -> http.intents("state = 'delivered' AND attempts = 1 AND failures = 0") == 30);
    assertThat(told(PAUSED)).isEqualTo(1);
    assertThat(told(RESUMED)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {403, 404, 405})
  void fiveInARowThatAreSentAwayPauseTheDestinationAndNoneIsParked(int status) {
    http.with("circuit-open", "1h")
        .with("concurrency", "1")
        .start((exchange, body) -> answer(exchange, status));
    http.estate.send("1", many(30));
    await().until(() -> told(PAUSED) == 1 && waiting() == 30);
    assertThat(http.requests).hasSize(5).doesNotHaveDuplicates();
  }

  @Test
  void anAddressThatIsMendedResumesTheDestinationWithoutAPerson() {
    AtomicBoolean mended = new AtomicBoolean();
    http.with("circuit-open", "100ms")
        .start((exchange, body) -> answer(exchange, mended.get() ? 200 : 404));
    http.estate.send("1", many(30));
    await().until(() -> told(PAUSED) == 1 && http.requests.size() >= 20);
    mended.set(true);
    await()
        .until(() -> http.intents("state = 'delivered' AND attempts = 1 AND failures = 0") == 30);
    assertThat(told(RESUMED)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {403, 404, 405})
  void oneThatIsSentAwayWhileOthersAreTakenIsParkedAlone(int status) {
    http.with("circuit-open", "100ms")
        .start((exchange, body) -> answer(exchange, body.equals("bad") ? status : 200));
    http.estate.send("1", "bad," + many(20));
    await().until(() -> http.intents("state = 'delivered'") == 20);
    await()
        .until(
            () ->
                http.intents("reason = 'REFUSED' AND detail = 'HTTP status " + status + "'") == 1);
    assertThat(http.requests.stream().filter("bad"::equals)).as("given back once").hasSize(2);
    assertThat(told(PAUSED)).isZero();
  }

  @Test
  void fiveThatAreSentAwayForTheirOwnSakeAreParkedInTheEndAndHoldUpNobody() {
    http.with("circuit-open", "100ms")
        .with("concurrency", "1")
        .start((exchange, body) -> answer(exchange, body.startsWith("bad") ? 403 : 200));
    http.estate.send("1", "bad1,bad2,bad3,bad4,bad5," + many(20));
    await().until(() -> http.intents("state = 'delivered'") == 20);
    await().until(() -> http.intents("reason = 'REFUSED'") >= 4);
    http.estate.send("2", "another");
    await().until(() -> http.intents("state = 'delivered'") == 21);
    await().until(() -> http.intents("reason = 'REFUSED'") == 5);
  }

  @Test
  void oneThatIsNotLetInForItsOwnSakeCannotKeepTheDestinationPaused() {
    http.with("circuit-open", "100ms")
        .with("concurrency", "1")
        .with("attempts", "3")
        .start((exchange, body) -> answer(exchange, body.equals("bad") ? 401 : 200));
    http.estate.send("1", "bad," + many(20));
    await().until(() -> http.intents("state = 'delivered'") == 20);
    await()
        .until(
            () ->
                http.intents("reason = 'ATTEMPTS_EXHAUSTED' AND detail = 'HTTP status 401'") == 1);
    assertThat(told(PAUSED)).isEqualTo(1);
  }

  @Test
  void whatMayHaveTakenEffectBeforeItWasSentAwayIsParkedAsUnknown() {
    http.with("keys", "honoured")
        .with("circuit-open", "100ms")
        .start(
            (exchange, body) -> {
              if (http.requests.size() == 1) {
                exchange.close(); // it took effect, and the answer is lost
              } else {
                answer(exchange, 404);
              }
            });
    http.estate.send("1", "a");
    await().until(() -> http.intents("state = 'parked'") == 1);
    assertThat(http.intents("reason = 'OUTCOME_UNKNOWN' AND detail = 'HTTP status 404'"))
        .isEqualTo(1);
  }

  private long told(String code) {
    return lines.with(code, http.destination).size();
  }

  /** Those that wait as if nothing had happened. */
  private long waiting() {
    return http.intents("state = 'pending' AND attempts = 0 AND failures = 0");
  }

  private static String many(int intents) {
    return IntStream.range(0, intents).mapToObj(i -> "i" + i).collect(Collectors.joining(","));
  }
}
