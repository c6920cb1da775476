// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

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

  /** Nothing of it can be read: a password was changed, or the database is another one. */
  @Test
  void aLoginThatIsRefusedIsNone() {
    silence.failed(new SQLException("password authentication failed", "28P01"));
    pass(1);
    assertThat(silence.lasts()).contains(Duration.ofSeconds(1));
    silence.answered();
    silence.failed(new SQLException("no such database", "3D000"));
    assertThat(silence.lasts()).contains(Duration.ZERO);
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
