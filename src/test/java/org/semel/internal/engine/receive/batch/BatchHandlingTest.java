// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.semel.message.Messages.keyed;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.HandlingFailed;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.Receiver;
import org.semel.internal.engine.receive.ReceiverStores;
import org.semel.internal.engine.receive.World;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.internal.engine.tx.Cause;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.TransactionTimedOut;
import org.semel.message.Identity;

/** How far a batch came, and whom its failure makes a suspect. */
class BatchHandlingTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final World world = new World();
  private final BatchProgress progress = new BatchProgress();
  private RuntimeException failure = new IllegalStateException("no stock");
  private Cause opinion = Cause.UNNAMED;

  @Test
  void whereNothingIsThereNothingIsDone() {
    assertThat(handling().of(List.of(), progress)).isEmpty();
  }

  @Test
  void theOneThatFailedIsTheLastThatHadBegunAndTheOnlySuspect() {
    fail("1", "2", "bad", "4");
    assertThat(progress.begun).isEqualTo(3);
    assertThat(progress.message).isEmpty();
    assertThat(counts("1", "2", "bad", "4")).isEqualTo(Map.of("bad", 0));
  }

  @Test
  void ofSeveralThatFoundTheirTransactionBrokenAnyMayHaveBrokenIt() {
    opinion = Cause.INHERITED;
    fail("1", "bad", "3");
    assertThat(counts("1", "bad", "3")).isEqualTo(Map.of("1", 0, "bad", 0, "3", 0));
  }

  @Test
  void whoRanOutOfTimeInACompanyIsNoSuspect() {
    failure = new TransactionTimedOut();
    fail("1", "bad");
    assertThat(counts("1", "bad")).isEmpty();
  }

  @Test
  void whatPassesIsHeldAgainstNobody() {
    opinion = Cause.AWAY;
    fail("1", "bad");
    fail("bad");
    assertThat(counts("1", "bad")).isEmpty();
  }

  @Test
  void theFailureOfOneThatIsAloneIsItsAttempt() {
    fail("bad");
    assertThat(progress.begun).isEqualTo(1);
    assertThat(progress.message)
        .hasValueSatisfying(
            failed -> assertThat(failed.identity()).isEqualTo(world.identity("bad")));
    assertThat(counts("bad")).isEqualTo(Map.of("bad", 1));
  }

  private void fail(String... keys) {
    List<Arrival> batch =
        Stream.of(keys).<Arrival>map(key -> new Arrival.Copied(keyed(key, "b", 1))).toList();
    progress.received(batch);
    Completion<List<Receipt>> completion =
        world.transactions.inNew(TIMEOUT, () -> Decision.commit(handling().of(batch, progress)));
    assertThat(completion.fault())
        .get()
        .isInstanceOfSatisfying(
            HandlingFailed.class, failed -> assertThat(failed.failure()).isSameAs(failure));
  }

  private BatchHandling handling() {
    Receiver receiver =
        new Receiver(
            world.policy(10),
            IdentityRules.header("key"),
            new ReceiverStores(world.inbox, world.attempts, world.parking, world.intents),
            (message, identity) -> route(identity));
    AttemptRecorder attempts = new AttemptRecorder(world.attempts, world.transactions, TIMEOUT);
    return new BatchHandling(receiver, attempts, fault -> opinion);
  }

  private void route(Identity identity) {
    if (identity.key().equals("bad")) {
      throw failure;
    }
  }

  private Map<String, Integer> counts(String... keys) {
    List<Identity> asked = Stream.of(keys).map(world::identity).toList();
    return world.attempts.of(asked).entrySet().stream()
        .collect(Collectors.toMap(one -> one.getKey().key(), one -> one.getValue().count()));
  }
}
