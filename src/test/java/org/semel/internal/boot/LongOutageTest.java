// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.semel.internal.boot.HttpEstate.answer;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A provider that is away for longer than the attempts of any one intent last. */
class LongOutageTest {

  private final HttpEstate http = new HttpEstate();

  @AfterEach
  void stop() {
    http.close();
  }

  @Test
  void aProbeThatFailsIsNoAttemptOfTheIntent() {
    AtomicBoolean back = new AtomicBoolean();
    http.with("not-done", "503")
        .with("attempts", "3")
        .with("circuit-failures", "2")
        .with("circuit-open", "100ms")
        .with("concurrency", "1")
        .start((exchange, body) -> answer(exchange, back.get() ? 200 : 503));
    http.estate.send("1", "a,b,c,d");
    await().until(() -> http.requests.size() >= 30);
    assertThat(http.intents("state = 'parked'")).isZero();
    back.set(true);
    await().until(() -> http.intents("state = 'delivered'") == 4);
    assertThat(http.requests).as("each was a probe").contains("a", "b", "c", "d");
  }
}
