// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.operate.intents.Interventions;
import org.semel.internal.engine.send.Lease.Trace;
import org.semel.internal.engine.send.Settlement.Delivered;
import org.semel.internal.engine.send.Settlement.IntentParkingReason;
import org.semel.internal.engine.send.Settlement.NotBegun;
import org.semel.internal.engine.send.Settlement.Parked;
import org.semel.internal.engine.send.Settlement.RetryAt;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

/** What the order of a key promises, whatever stands behind it. */
public abstract class OrderContract {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration LONG = Duration.ofMinutes(5);

  public final Destination destination = new Destination("d-" + UUID.randomUUID());

  protected abstract Transactions transactions();

  protected abstract Intents intents();

  protected abstract IntentQueue queue();

  protected abstract Interventions interventions();

  @Test
  void theNextOfAKeyIsLeasedOnlyWhenTheEarlierOnesAreDelivered() {
    record("a", "1", "2", "3");
    Lease first = only();
    assertThat(leases()).isEmpty();
    settle(first, new Delivered());
    Lease second = only();
    assertThat(cause(second)).isEqualTo("2");
    assertThat(leases()).isEmpty();
    settle(second, new Delivered());
    assertThat(cause(only())).isEqualTo("3");
  }

  @Test
  void otherKeysAndThoseWithoutOneAreNotHeld() {
    record("a", "1", "2");
    record("b", "3", "4");
    commit(() -> record(intent(Optional.empty(), "5")));
    commit(() -> record(intent(Optional.empty(), "6")));
    assertThat(leases()).extracting(OrderContract::cause).containsExactly("1", "3", "5", "6");
  }

  @Test
  void oneThatWaitsForItsNextAttemptHoldsThoseBehindIt() {
    record("a", "1", "2");
    settle(only(), new RetryAt(LONG, "away", Trace.NONE));
    assertThat(leases()).isEmpty();
  }

  @Test
  void oneThatWasReleasedComesAgainBeforeThoseBehindIt() {
    record("a", "1", "2");
    settle(only(), new NotBegun());
    assertThat(cause(only())).isEqualTo("1");
  }

  @Test
  void aParkedOneHoldsThoseBehindItUntilAPersonDecides() {
    record("a", "1", "2", "3", "4");
    settle(only(), new Parked(IntentParkingReason.REFUSED, "no"));
    assertThat(leases()).isEmpty();
    commit(() -> interventions().withdraw(intent("a", "1").key()));
    settle(only(), new Parked(IntentParkingReason.OUTCOME_UNKNOWN, "timed out"));
    commit(
        () -> interventions().delivered(intent("a", "2").key(), new ProviderReference("by fax")));
    settle(only(), new Parked(IntentParkingReason.ATTEMPTS_EXHAUSTED, "away"));
    commit(() -> interventions().retry(intent("a", "3").key()));
    assertThat(cause(only())).isEqualTo("3");
  }

  /** Nor do those that are settled so speak for what is before them. */
  @Test
  void whatAPersonSettlesBehindOneThatWaitsLetsNoneGoBeforeIt() {
    record("a", "1", "2", "3", "4");
    Lease first = only();
    commit(
        () -> interventions().delivered(intent("a", "2").key(), new ProviderReference("by fax")));
    commit(() -> interventions().withdraw(intent("a", "3").key()));
    assertThat(leases()).isEmpty();
    settle(first, new Delivered());
    assertThat(cause(only())).isEqualTo("4");
  }

  @Test
  void whoseRelayDiedComesAgainBeforeThoseBehindIt() {
    record("a", "1", "2");
    assertThat(commit(() -> queue().leaseInOrder(destination, 10, Duration.ZERO))).hasSize(1);
    Lease again = await().until(this::leases, leases -> !leases.isEmpty()).get(0);
    assertThat(cause(again)).isEqualTo("1");
    assertThat(again.history().trace()).isEqualTo(Trace.POSSIBLE);
  }

  @Test
  void theOrderIsThatOfRecordingAlsoWithinOneTransaction() {
    commit(
        () -> {
          for (int i = 0; i < 20; i++) {
            record(intent("a", "k" + i));
          }
          return "";
        });
    for (int i = 0; i < 20; i++) {
      Lease lease = only();
      assertThat(cause(lease)).isEqualTo("k" + i);
      settle(lease, new Delivered());
    }
  }

  @Test
  void anotherDestinationsKeyIsAnotherKey() {
    record("a", "1");
    settle(only(), new Parked(IntentParkingReason.REFUSED, "no"));
    Destination other = new Destination("d-" + UUID.randomUUID());
    Intent intent =
        new Intent(
            new Identity("c", "1"),
            new Intent.Address(other, 0, Optional.of("a")),
            Headers.none(),
            Body.none());
    commit(() -> record(intent));
    assertThat(commit(() -> queue().leaseInOrder(other, 10, LONG))).hasSize(1);
  }

  public final Intent intent(String orderKey, String cause) {
    return intent(Optional.of(orderKey), cause);
  }

  private Intent intent(Optional<String> orderKey, String cause) {
    return new Intent(
        new Identity("c", cause),
        new Intent.Address(destination, 0, orderKey),
        Headers.none(),
        Body.none());
  }

  public final void record(String orderKey, String... causes) {
    for (String cause : causes) {
      commit(() -> record(intent(orderKey, cause)));
    }
  }

  private String record(Intent intent) {
    intents().record(intent);
    return "";
  }

  private Lease only() {
    List<Lease> leases = leases();
    assertThat(leases).hasSize(1);
    return leases.get(0);
  }

  public final List<Lease> leases() {
    return commit(() -> queue().leaseInOrder(destination, 10, LONG));
  }

  public static String cause(Lease lease) {
    return lease.intent().cause().key();
  }

  /** Another relay's look may hold the row for a moment. */
  public final void settle(Lease lease, Settlement settlement) {
    List<SettledLease> settled = List.of(new SettledLease(lease, settlement));
    while (!commit(() -> queue().settle(settled)).isEmpty()) {
      assertThat(commit(() -> queue().stillOurs(settled))).isEqualTo(settled);
    }
  }

  public final <T> T commit(Supplier<T> work) {
    Completion<T> completion = transactions().inNew(TIMEOUT, () -> Decision.commit(work.get()));
    assertThat(completion).isInstanceOf(Committed.class);
    return ((Committed<T>) completion).value();
  }
}
