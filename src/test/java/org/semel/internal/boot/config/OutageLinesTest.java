// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.boot.LogLines;
import org.semel.internal.boot.WildFlyConfig;
import org.semel.internal.desk.watch.log.ReceiveLog;
import org.semel.internal.engine.receive.batch.ReceiveListener;
import org.semel.internal.engine.receive.identity.Identification;
import org.semel.internal.engine.receive.identity.IdentitySpec;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;

/** What a consumer waits for is told, and not by every worker at every try. */
class OutageLinesTest {

  private final Throwable database = new SQLException("cut", "08006");
  private final Throwable broker = new IllegalStateException("broker");
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final LogLines lines = new LogLines();
  private final ConsumerPolicy consumer = policy();
  private final AtomicLong now = new AtomicLong();
  private final ReceiveListener log = ReceiveListener.reportingTo(new ReceiveLog(now::get));

  @AfterEach
  void close() {
    lines.close();
  }

  @Test
  void aCauseIsToldOnce() {
    log.interrupted(consumer, database, PAUSE);
    log.interrupted(consumer, database, PAUSE);
    assertThat(lines.with("SEMEL-0304", "Consumer orders", "SQLState 08006")).hasSize(1);
  }

  @Test
  void aCauseIsToldAgainEveryMinuteThatItLasts() {
    log.interrupted(consumer, database, PAUSE);
    now.addAndGet(Duration.ofSeconds(59).toNanos());
    log.interrupted(consumer, database, PAUSE);
    assertThat(lines.with("SEMEL-0304", "Consumer orders")).hasSize(1);
    now.addAndGet(Duration.ofSeconds(1).toNanos());
    log.interrupted(consumer, database, PAUSE);
    log.interrupted(consumer, database, PAUSE);
    assertThat(lines.with("SEMEL-0304", "Consumer orders")).hasSize(2);
  }

  @Test
  void aNewCauseIsTold() {
    log.interrupted(consumer, database, PAUSE);
    log.interrupted(consumer, broker, PAUSE);
    log.interrupted(consumer, database, PAUSE);
    assertThat(lines.with("SEMEL-0304", "Consumer orders")).hasSize(2);
    assertThat(lines.with("SEMEL-0304", "Consumer orders", "IllegalStateException")).hasSize(1);
  }

  @Test
  void anOutageThatComesBackIsToldAnew() {
    log.interrupted(consumer, database, PAUSE);
    log.resumed(consumer);
    log.resumed(consumer);
    log.interrupted(consumer, database, PAUSE);
    assertThat(lines.with("SEMEL-0304", "Consumer orders")).hasSize(2);
    assertThat(lines.with("SEMEL-0305", "Consumer orders")).hasSize(1);
  }

  private static ConsumerPolicy policy() {
    return Settings.read(
            WildFlyConfig.of(Map.of()),
            new ConfiguredNames(Set.of("orders"), Set.of()),
            new IdentitySpec(text -> message -> Identification.of(Optional.of(text), "simple")))
        .consumer("orders")
        .policy();
  }
}
