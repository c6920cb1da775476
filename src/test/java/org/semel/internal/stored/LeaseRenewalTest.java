// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.stored;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryStoredMessages;
import org.semel.internal.loop.WakeUp;
import org.semel.internal.policy.BatchLimit;
import org.semel.internal.receive.batch.BatchResult;

class LeaseRenewalTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Its worker has passed the gate by then, and drains for as long as it sleeps. */
  @Test
  void aStopThatComesJustBeforeItsSleepEndsIt() {
    FakeTransactions transactions = new FakeTransactions();
    WakeUp stop = new WakeUp();
    LeaseRenewal renewal =
        new LeaseRenewal(
            new InMemoryStoredMessages(transactions),
            transactions,
            Duration.ofHours(1),
            List.of(new HeldLeases()),
            stop);
    stop.signal();
    assertThat(CompletableFuture.supplyAsync(() -> renewal.run(new BatchLimit(1, 1))))
        .succeedsWithin(PATIENCE)
        .isInstanceOf(BatchResult.Idle.class);
  }
}
