// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.semel.internal.boot.HttpEstate.answer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a provider means by 409, with a key and without one. */
class ConflictTest {

  private static final String CONFLICT = "detail = 'HTTP status 409'";

  private final HttpEstate http = new HttpEstate();

  @AfterEach
  void stop() {
    http.close();
  }

  @Test
  void underAKeyThatIsHonouredItIsARequestStillUnderWay() {
    http.with("keys", "honoured")
        .start((exchange, body) -> answer(exchange, http.requests.size() == 1 ? 409 : 200));
    http.estate.send("1", "a");
    await().until(() -> http.intents("state = 'delivered' AND attempts = 2") == 1);
  }

  @Test
  void underAKeyThatIsHonouredNoneIsParkedAsCertain() {
    http.with("keys", "honoured")
        .with("attempts", "3")
        .with("circuit-failures", "0") // who fails alone is parked then, too
        .start((exchange, body) -> answer(exchange, 409));
    http.estate.send("1", "a");
    await().until(() -> http.intents("state = 'parked'") == 1);
    assertThat(http.intents("reason = 'OUTCOME_UNKNOWN' AND " + CONFLICT)).isEqualTo(1);
  }

  @Test
  void withoutKeysItIsARefusal() {
    http.start((exchange, body) -> answer(exchange, 409));
    http.estate.send("1", "a");
    await().until(() -> http.intents("state = 'parked'") == 1);
    assertThat(http.intents("reason = 'REFUSED' AND attempts = 1 AND " + CONFLICT)).isEqualTo(1);
  }

  @Test
  void whereThePolicySaysSoNothingWasDone() {
    http.with("not-done", "409")
        .with("attempts", "3")
        .with("circuit-failures", "0") // who fails alone is parked then, too
        .start((exchange, body) -> answer(exchange, 409));
    http.estate.send("1", "a");
    await().until(() -> http.intents("state = 'parked'") == 1);
    assertThat(http.intents("reason = 'ATTEMPTS_EXHAUSTED' AND attempts = 3 AND " + CONFLICT))
        .isEqualTo(1);
  }
}
