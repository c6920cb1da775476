// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What statements that fail or succeed tell of the database. */
class SilenceTest {

  private final AtomicLong now = new AtomicLong(-17);
  private final Silence silence = new Silence(now::get);

  @Test
  void itLastsFromTheFirstFailureToTheFirstAnswer() {
    assertThat(silence.lasts()).isEmpty();
    silence.failed(new SQLException("cut", "08006"));
    pass(5);
    silence.failed(new SQLException("no connection is left"));
    assertThat(silence.lasts()).contains(Duration.ofSeconds(5));
    silence.answered();
    assertThat(silence.lasts()).isEmpty();
  }

  @Test
  void aStatementThatIsRefusedIsAnAnswer() {
    silence.failed(new SQLException("no such table", "42P01"));
    assertThat(silence.lasts()).isEmpty();
    assertThat(silence.isWorthAsking()).isTrue();
  }

  @Test
  void oneTryInTwoSecondsStandsForAll() {
    assertThat(silence.isWorthAsking()).isTrue();
    silence.failed(new SQLException("cut", "08006"));
    assertThat(silence.isWorthAsking()).isFalse();
    pass(2);
    assertThat(silence.isWorthAsking()).isTrue();
    assertThat(silence.isWorthAsking()).as("another tries").isFalse();
    pass(29);
    assertThat(silence.isWorthAsking()).as("it waits in a pool").isFalse();
    silence.failed(new SQLException("no connection came"));
    pass(2);
    assertThat(silence.isWorthAsking()).as("it has failed").isTrue();
    silence.answered();
    assertThat(silence.isWorthAsking()).isTrue();
  }

  private void pass(int seconds) {
    now.addAndGet(Duration.ofSeconds(seconds).toNanos());
  }
}
