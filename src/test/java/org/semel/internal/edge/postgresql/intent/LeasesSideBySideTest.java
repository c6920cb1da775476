// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.intent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.small.SmallServer;

/** One relay's transaction stays open, in doubt say, and another one leases beside it. */
class LeasesSideBySideTest {

  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final Duration LIFE = Duration.ofMinutes(10);

  /** Whoever waits for a row at all waits in vain, as it stays locked for as long. */
  private static final String WAITS_FOR_NOBODY = "SET LOCAL lock_timeout = '200ms'";

  private final SmallServer server = SmallServer.shared();
  private final Destination destination = new Destination("s-" + UUID.randomUUID());
  private final IntentTable table = new IntentTable(server.jdbc());

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whoLeasesBesideAnotherGetsTheRestAndWaitsForNobody(boolean inOrder) {
    record(5, inOrder);
    List<List<Lease>> leased =
        commit(() -> List.of(lease(2, inOrder), beside(() -> lease(5, inOrder))));
    assertThat(leased).extracting(List::size).containsExactly(2, 3);
    assertThat(leased)
        .flatExtracting(leases -> leases)
        .extracting(lease -> lease.intent().key())
        .doesNotHaveDuplicates();
  }

  private List<Lease> lease(int most, boolean inOrder) {
    return inOrder
        ? table.leaseInOrder(destination, most, LIFE)
        : table.lease(destination, most, LIFE);
  }

  /** In a transaction of a thread of its own, while the caller's is open. */
  private <T> T beside(Supplier<T> act) {
    return CompletableFuture.supplyAsync(
            () ->
                commit(
                    () -> {
                      assertThat(server.jdbc().update("bound waits", WAITS_FOR_NOBODY, binds -> {}))
                          .isZero();
                      return act.get();
                    }))
        .join();
  }

  private void record(int count, boolean inOrder) {
    List<Intent> intents =
        IntStream.range(0, count).mapToObj(number -> intent(number, inOrder)).toList();
    List<Intent> recorded =
        commit(
            () -> {
              table.insert(intents);
              return intents;
            });
    assertThat(recorded).hasSize(count);
  }

  /** Each has an order key of its own, so that none waits for its turn. */
  private Intent intent(int number, boolean inOrder) {
    return new Intent(
        new Identity(destination.name(), "k" + number),
        new Intent.Address(destination, 0, inOrder ? Optional.of("o" + number) : Optional.empty()),
        Headers.none(),
        Body.none());
  }

  private <T> T commit(Supplier<T> act) {
    return server
        .transactions()
        .inNew(TIMEOUT, () -> Decision.commit(act.get()))
        .orElseThrow(IllegalStateException::new);
  }
}
