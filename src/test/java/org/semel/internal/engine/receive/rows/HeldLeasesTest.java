// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.message.Identity;
import org.semel.message.Messages;

/** Whose leases are renewed while a worker is at them. */
class HeldLeasesTest {

  private static final LeasedMessage FIRST = leased("1");
  private static final LeasedMessage SECOND = leased("2");

  private final HeldLeases held = new HeldLeases();

  @Test
  void whatIsInHandIsRenewedWhileItsTransactionMayLast() {
    held.take(List.of(FIRST, SECOND));
    held.begin(Duration.ofHours(1));
    assertThat(held.alive()).containsExactlyInAnyOrder(FIRST, SECOND);
    held.end(FIRST);
    assertThat(held.alive()).containsExactly(SECOND);
    held.clear();
    assertThat(held.alive()).isEmpty();
  }

  @Test
  void whatAWorkerHoldsForLongerThanItsTransactionLastsIsNotRenewed() {
    held.take(List.of(FIRST));
    assertThat(held.alive()).as("no transaction was begun").isEmpty();
    held.begin(Duration.ZERO);
    assertThat(held.alive()).isEmpty();
  }

  @Test
  void aPortionIsNeverMadeLarger() {
    assertThat(new BatchLimit(5, 10).atMost(3)).isEqualTo(new BatchLimit(3, 10));
    assertThat(new BatchLimit(5, 10).atMost(5)).isEqualTo(new BatchLimit(5, 10));
    assertThat(new BatchLimit(5, 10).atMost(7)).isEqualTo(new BatchLimit(5, 10));
  }

  private static LeasedMessage leased(String key) {
    return new LeasedMessage(
        new Identity("c", key),
        Messages.text("b"),
        1,
        new LeasedMessage.AttemptHistory(0, 0, Optional.empty(), Optional.empty()));
  }
}
