// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.engine.receive.proof.ProofResult;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.IntentQueue;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.SentFrom;
import org.semel.internal.engine.send.LeaseLimit;
import org.semel.internal.engine.send.SettledLease;

/** A relay whose destination could not be registered yet when it began. */
class RegisteredIntentsTest implements IntentQueue {

  private static final Destination MAIL = new Destination("mail");
  private static final Duration LIFE = Duration.ofSeconds(1);
  private static final ProofResult AWAY =
      new ProofResult.Unproven(new IllegalStateException("away"));
  private static final ProofResult ANOTHERS =
      new ProofResult.Refused(
          List.of(new Refusal(Code.DESTINATION_REGISTERED_OTHERWISE, "It is the shop's.", "Ask.")));

  private final List<String> acts = new ArrayList<>();
  private final AtomicInteger asked = new AtomicInteger();
  private volatile ProofResult verdict = AWAY;
  private volatile boolean paused;

  private final RegisteredIntents intents =
      new RegisteredIntents(
          this,
          () -> {
            asked.incrementAndGet();
            return verdict;
          },
          () -> paused);

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nothingIsLeasedBeforeTheDestinationIsRegistered(boolean inOrder) {
    intents.announce();
    assertThatThrownBy(() -> lease(inOrder))
        .isInstanceOf(SemelException.class)
        .hasRootCauseMessage("away");
    assertThat(acts).isEmpty();
    verdict = new ProofResult.Proven();
    lease(inOrder);
    lease(inOrder);
    assertThat(acts).hasSize(2);
    assertThat(asked).as("at the start, while it was away, and once more").hasValue(3);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aDestinationThatIsAnothersOnceTheDatabaseIsBackIsNotDelivered(boolean inOrder) {
    intents.announce();
    verdict = ANOTHERS;
    assertThatThrownBy(() -> lease(inOrder)).hasMessageContaining("SEMEL-0432");
    assertThat(acts).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nothingIsLeasedOfADestinationThatProvesToBePausedByAnOperator(boolean inOrder) {
    verdict = new ProofResult.Proven();
    paused = true;
    lease(inOrder);
    assertThat(acts).isEmpty();
    paused = false;
    lease(inOrder);
    assertThat(acts).hasSize(1);
  }

  @Test
  void aDestinationThatIsAnothersStopsTheStart() {
    verdict = ANOTHERS;
    assertThatThrownBy(intents::announce)
        .isInstanceOf(StartRefused.class)
        .hasMessageContaining("It is the shop's.");
  }

  private void lease(boolean inOrder) {
    if (inOrder) {
      intents.leaseInOrder(MAIL, 1, LIFE);
    } else {
      intents.lease(MAIL, 1, LIFE);
    }
  }

  @Override
  public List<Lease> lease(Destination destination, LeaseLimit most, Duration life, SentFrom sent) {
    acts.add("lease");
    return List.of();
  }

  @Override
  public List<Lease> leaseInOrder(
      Destination destination, LeaseLimit most, Duration life, SentFrom sent) {
    acts.add("lease in order");
    return List.of();
  }

  @Override
  public boolean renew(Lease lease, Duration life) {
    return true;
  }

  @Override
  public List<Lease> markSent(List<Lease> leases, Duration life) {
    return leases;
  }

  @Override
  public List<SettledLease> stillOurs(List<SettledLease> settled) {
    acts.add("look for ours");
    return List.of();
  }

  @Override
  public List<SettledLease> settle(List<SettledLease> settled) {
    return List.of();
  }
}
