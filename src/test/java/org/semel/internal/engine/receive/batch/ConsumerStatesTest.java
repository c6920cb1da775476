// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.semel.Code;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.receive.ConsumerRefused;
import org.semel.internal.engine.receive.Policies;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.batch.ReceiveEvent.Stop;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Processing;
import org.semel.internal.engine.receive.policy.StoredPolicy;
import org.semel.internal.engine.receive.proof.ProofResult;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.operations.node.ConsumerStatus;
import org.semel.operations.node.ConsumerStatus.ConsumerState;

/** How a consumer is, from what its workers tell. */
class ConsumerStatesTest {

  private static final ConsumerPolicy ORDERS = Policies.of("orders");
  private static final Identity ID = new Identity("orders", "1");
  private static final Message MESSAGE = Messages.text("b");
  private static final ConsumerState RECEIVING = new ConsumerState.Receiving();
  private static final Duration PAUSE = Duration.ofSeconds(8);
  private static final StoredPolicy LATER =
      new StoredPolicy(
          1,
          PAUSE,
          PAUSE,
          new StoredPolicy.Retries(
              new Backoff(PAUSE, PAUSE), Set.of(), Set.of(), new StoredPolicy.Budget(20, 10)));
  private final Throwable away = new ConnectException("payload that nobody may see");
  private static final Refusal REFUSAL =
      new Refusal(Code.NODE_IDENTIFIER_DEFAULT, "found", "mend it");

  private final AtomicLong now = new AtomicLong(-17);
  private final ConsumerStates states =
      new ConsumerStates(now::get, cause -> cause.getClass().getName());
  private final ReceiveListener told = ReceiveListener.reportingTo(states);

  @Test
  void whoIsNotKnownIsNotTold() {
    told.started(ORDERS);
    assertThat(states.statuses()).isEmpty();
    assertThat(states.now()).isEmpty();
  }

  @Test
  void oneThatWaitsForItsProofSaysWhatKeepsItAndWhenItTriesAgain() {
    states.awaits("orders");
    assertThat(state()).isEqualTo(new ConsumerState.AwaitingProof(Optional.empty(), Duration.ZERO));
    states.proved("orders", new ProofResult.Unproven(away));
    assertThat(state())
        .isEqualTo(
            new ConsumerState.AwaitingProof(
                Optional.of("java.net.ConnectException"), Duration.ZERO));
    told.interrupted(ORDERS, away, PAUSE);
    pass(Duration.ofSeconds(3));
    assertThat(state())
        .isEqualTo(
            new ConsumerState.AwaitingProof(
                Optional.of("java.net.ConnectException"), Duration.ofSeconds(5)));
    assertThat(status().lasting()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void onePausedByAnOutageSaysUntilWhenAndReceivesAgainAfterwards() {
    start();
    assertThat(state()).isEqualTo(new ConsumerState.Receiving());
    pass(Duration.ofHours(1));
    told.interrupted(ORDERS, away, PAUSE);
    pass(Duration.ofSeconds(9));
    assertThat(state())
        .isEqualTo(new ConsumerState.PausedByOutage("java.net.ConnectException", Duration.ZERO));
    told.interrupted(ORDERS, away, PAUSE);
    assertThat(state())
        .isEqualTo(new ConsumerState.PausedByOutage("java.net.ConnectException", PAUSE));
    assertThat(status().lasting()).as("since the first").isEqualTo(Duration.ofSeconds(9));
    told.resumed(ORDERS);
    assertThat(state()).isEqualTo(new ConsumerState.Receiving());
    assertThat(status().lasting()).isZero();
  }

  /** One worker met a fault that passes; another one shows that the consumer receives. */
  @Test
  void oneInWhichAMessageTakesEffectReceives() {
    start();
    told.interrupted(ORDERS, away, PAUSE);
    told.done(ORDERS, committed(new Receipt.Duplicate(ID, MESSAGE)));
    assertThat(state()).as("what is absorbed tells nothing").isNotEqualTo(RECEIVING);
    told.done(ORDERS, committed(new Receipt.Processed(ID, MESSAGE)));
    assertThat(state()).isEqualTo(RECEIVING);
  }

  /** Its workers may wait for a service, say, while others go on storing. */
  @Test
  void oneThatStoresFirstDoesNotReceiveJustAsMoreIsStored() {
    ConsumerPolicy storing = ORDERS.with(Processing.later(LATER));
    states.awaits(storing.name());
    told.started(storing);
    told.interrupted(storing, away, PAUSE);
    told.done(storing, committed(new Receipt.Deferred(ID, MESSAGE)));
    assertThat(state()).isNotEqualTo(RECEIVING);
  }

  @Test
  void oneInWhichOthersTakeEffectBesideAMessageThatIsStoppedReceives() {
    start();
    told.hindered(ORDERS, away, PAUSE);
    assertThat(state()).isEqualTo(RECEIVING);
  }

  private static BatchResult.BatchCommitted committed(Receipt receipt) {
    return BatchResult.BatchCommitted.received(List.of(receipt), Duration.ZERO);
  }

  @Test
  void oneThatAnOperatorPausesSaysSoUntilItIsResumed() {
    start();
    states.paused("orders");
    assertThat(state()).isEqualTo(new ConsumerState.PausedByOperator());
    assertThat(states.now()).containsEntry("orders", ConsumerCondition.ConsumerPhase.PAUSED);
    told.stopped(ORDERS, Stop.DRAINED);
    assertThat(state()).isEqualTo(new ConsumerState.RouteStopped());
    start();
    states.unpaused("orders");
    assertThat(state()).isEqualTo(new ConsumerState.Receiving());
  }

  @Test
  void oneThatIsRefusedKeepsItsCodesWhateverElseIsTold() {
    states.awaits("orders");
    states.proved("orders", new ProofResult.Refused(List.of(REFUSAL)));
    assertThat(state()).isEqualTo(new ConsumerState.RefusedByProof(List.of("SEMEL-0406")));
    told.stopped(ORDERS, Stop.DRAINED);
    told.suspended(ORDERS, ReceiveEvent.Stop.DRAINED);
    assertThat(state()).isEqualTo(new ConsumerState.RefusedByProof(List.of("SEMEL-0406")));
    assertThat(states.refusals("orders")).containsExactly(REFUSAL);
    states.awaits("orders");
    assertThat(states.now()).containsEntry("orders", ConsumerCondition.ConsumerPhase.WAITING);
    assertThat(states.refusals("orders")).isEmpty();
  }

  @Test
  void whatAListenerHearsOfARefusalIsKnownAsWell() {
    states.awaits("orders");
    told.refused(ORDERS, new ConsumerRefused("orders", List.of(REFUSAL)));
    assertThat(states.refusals("orders")).containsExactly(REFUSAL);
    assertThat(states.refusals("nobody")).isEmpty();
  }

  @Test
  void oneWhoseRouteIsSuspendedIsSoUntilItResumesAndThenAsBefore() {
    start();
    told.suspended(ORDERS, ReceiveEvent.Stop.DRAINED);
    assertThat(state()).isEqualTo(new ConsumerState.RouteSuspended());
    assertThat(states.now()).containsEntry("orders", ConsumerCondition.ConsumerPhase.SUSPENDED);
    told.unsuspended(ORDERS);
    assertThat(state()).isEqualTo(new ConsumerState.Receiving());
    told.suspended(ORDERS, ReceiveEvent.Stop.DRAINED);
    told.stopped(ORDERS, Stop.DRAINED);
    assertThat(state()).isEqualTo(new ConsumerState.RouteStopped());
  }

  @Test
  void oneAmongOthersThatHasNotMadeItsProofWaits() {
    assertThat(states.anyWaits()).isFalse();
    start();
    assertThat(states.anyWaits()).isFalse();
    states.awaits("others");
    assertThat(states.anyWaits()).isTrue();
  }

  private void start() {
    states.awaits("orders");
    states.proved("orders", new ProofResult.Proven());
    told.started(ORDERS);
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }

  private ConsumerState state() {
    return status().state();
  }

  private ConsumerStatus status() {
    assertThat(states.statuses()).hasSize(1);
    return states.statuses().get(0);
  }
}
