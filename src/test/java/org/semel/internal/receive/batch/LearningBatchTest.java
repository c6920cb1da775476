// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.receive.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.semel.message.Messages.keyed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.semel.fake.FakeSource;
import org.semel.internal.claim.Failure;
import org.semel.internal.claim.Failures;
import org.semel.internal.identity.IdentityRules;
import org.semel.internal.loop.Backoff;
import org.semel.internal.policy.BatchLimit;
import org.semel.internal.receive.Arrival;
import org.semel.internal.receive.MessageSource;
import org.semel.internal.receive.Receiver;
import org.semel.internal.receive.ReceiverStores;
import org.semel.internal.receive.World;
import org.semel.internal.tx.Decision;
import org.semel.internal.tx.Outcome;
import org.semel.message.Identity;

/** What a batch learns for the next, and what its worker gives back. */
class LearningBatchTest implements MessageSource {

  private static final Duration WAIT = Duration.ofMillis(100);

  private final World world = new World();
  private final FakeSource queue = new FakeSource(world.transactions);
  private final AtomicLong now = new AtomicLong();
  private final BatchLimit most = new BatchLimit(10, 1000);
  private final WorkersState shared =
      new WorkersState(
          new BatchSize(most, Duration.ofSeconds(10), now::get),
          new OutageCircuit(2, new Backoff(WAIT, WAIT), now::get));
  private final Receiver receiver =
      new Receiver(
          world.policy(10),
          IdentityRules.header("key"),
          new ReceiverStores(world.inbox, world.attempts, world.parking, world.intents),
          (message, identity) -> route(identity));
  private final ReceiveBatch batch =
      new ReceiveBatch(world.policy(10), receiver, this, world.transactions, world.faults, shared);
  private final List<String> told = new ArrayList<>();
  private boolean failing;

  @Test
  void afterSoManyStopsInARowNothingIsTakenUntilTheTimeIsOver() {
    queue.add(keyed("passing", "a", 1));
    stop(2);
    int received = queue.received();
    assertThat(batch.run(most))
        .isInstanceOfSatisfying(
            BatchResult.Withheld.class,
            withheld -> assertThat(withheld.pause()).isBetween(Duration.ofMillis(1), WAIT));
    assertThat(queue.received()).isEqualTo(received);
  }

  @Test
  void whoTriedInVainMayTryAgainTheNextTime() {
    queue.add(keyed("passing", "a", 1));
    stop(2);
    for (int i = 0; i < 3; i++) {
      now.addAndGet(WAIT.toNanos());
      stop(1);
      assertThat(batch.run(most)).isInstanceOf(BatchResult.Withheld.class);
    }
  }

  private void stop(int times) {
    for (int i = 0; i < times; i++) {
      assertThat(batch.run(most)).isInstanceOf(BatchResult.TransientFault.class);
    }
  }

  /** Else all wait for its try of the circuit, and nobody else makes one. */
  @Test
  void whoTriesInVainLeavesThoughItsSourceFails() {
    queue.add(keyed("passing", "a", 1));
    stop(2);
    now.addAndGet(WAIT.toNanos());
    failing = true;
    assertThatThrownBy(() -> batch.run(most)).hasMessage("the source is broken");
    failing = false;
    now.addAndGet(WAIT.toNanos());
    stop(1);
  }

  @Test
  void oneThatWasDeliveredVeryOftenAndEndsItsServerIsKnownByThat() {
    queue.add(keyed("deadly", "a", 3));
    for (int life = 0; life < 2; life++) {
      assertThatThrownBy(() -> batch.run(most)).isInstanceOf(InternalError.class);
    }
    assertThat(failures("deadly").stops()).isEqualTo(1);
  }

  @Test
  void besideOneThatIsStoppedAloneAllOthersTakeEffectAloneInTheSamePass() {
    suspect("passing");
    queue.add(keyed("1", "a", 2), keyed("passing", "a", 2), keyed("3", "a", 2));
    assertThat(batch.run(most))
        .isInstanceOfSatisfying(
            BatchResult.Aborted.class, aborted -> assertThat(aborted.receipts()).hasSize(2));
    assertThat(world.inbox.claimed(world.identity("1"))).isTrue();
    assertThat(world.inbox.claimed(world.identity("3"))).isTrue();
  }

  @Test
  void whatItHoldsIsGivenBackByItsSource() {
    batch.rest();
    assertThat(told).containsExactly("rests");
    batch.close();
    assertThat(told).containsExactly("rests", "closes");
  }

  private void suspect(String key) {
    receiver
        .offer(keyed(key, "a", 1))
        .ifPresent(
            offer ->
                world.transactions.inNew(
                    Duration.ofSeconds(1),
                    () -> {
                      world.attempts.suspect(List.of(offer), new Failure("x", "y"));
                      return Decision.commit("");
                    }));
  }

  private Failures failures(String key) {
    return world.attempts.of(List.of(world.identity(key))).get(world.identity(key));
  }

  private static void route(Identity identity) {
    switch (identity.key()) {
      case "passing" -> throw new World.Passing();
      case "deadly" -> throw new InternalError("the end of the virtual machine");
      default -> {}
    }
  }

  @Override
  public List<Arrival> receive(BatchLimit limit, Duration wait) {
    return queue.receive(limit, wait);
  }

  @Override
  public void ended(Outcome end) {
    queue.ended(end);
    if (failing) {
      throw new IllegalStateException("the source is broken");
    }
  }

  @Override
  public void rest() {
    told.add("rests");
  }

  @Override
  public void close() {
    told.add("closes");
  }
}
