// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryIntents;
import org.semel.internal.intent.Destination;
import org.semel.internal.intent.Intent;
import org.semel.internal.intent.Lease;
import org.semel.internal.intent.Lease.Trace;
import org.semel.internal.intent.LeaseLimit;
import org.semel.internal.relay.Contract.Keys;
import org.semel.internal.relay.DestinationPolicy.Dispatch;
import org.semel.internal.tx.Completion;
import org.semel.internal.tx.Decision;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

/** A destination's intents, as its policy has them. */
class DestinationQueueTest {

  private static final Destination MAIL = new Destination("mail");
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final FakeTransactions transactions = new FakeTransactions();
  private final InMemoryIntents intents = new InMemoryIntents(transactions);

  /** No order is kept, and keys are ignored. */
  private final DestinationPolicy free = RelayWorld.policy("mail");

  @Test
  void whereNoOrderIsKeptAllAreLeasedAndWhereOneIsTheFirstAlone() {
    record("1", "2");
    assertThat(inTransaction(() -> queue(ordered()).lease(new LeaseLimit(9)))).hasSize(1);
    assertThat(inTransaction(() -> queue(free).lease(new LeaseLimit(9)))).hasSize(1);
  }

  @Test
  void aLeaseIsOursForAsLongAgainUnlessItHasPassedOn() {
    List<Intent> recorded = record("1");
    Lease ours = inTransaction(() -> queue(free).lease(new LeaseLimit(1))).get(0);
    assertThat(queue(free).renew(ours)).isTrue();
    intents.runOut(recorded.get(0));
    inTransaction(() -> queue(free).lease(new LeaseLimit(1)));
    assertThat(queue(free).renew(ours)).as("another has it").isFalse();
  }

  @Test
  void whereNobodyCanSayWhetherALeaseIsOursItIsNot() {
    record("1");
    Lease ours = inTransaction(() -> queue(free).lease(new LeaseLimit(1))).get(0);
    transactions.failNextCommit(new IllegalStateException("away"));
    assertThat(queue(free).renew(ours)).isFalse();
  }

  @Test
  void whereKeysAreIgnoredADeliveryIsMarkedBeforeItBegins() {
    Intent recorded = record("1").get(0);
    Lease first = leaseOne(free);
    intents.runOut(recorded);
    Lease second = leaseOne(free);
    assertThat(second.history().trace()).as("the first did not mark it").isEqualTo(Trace.NONE);
    assertThat(queue(free).markSent(first)).as("another has it").isFalse();
    assertThat(queue(free).markSent(second)).isTrue();
    intents.runOut(recorded);
    assertThat(leaseOne(free).history().trace()).isEqualTo(Trace.POSSIBLE);
  }

  @Test
  void whereNobodyCanSayWhetherADeliveryIsMarkedItMustNotBegin() {
    record("1");
    Lease ours = leaseOne(free);
    transactions.failNextCommit(new IllegalStateException("away"));
    assertThatThrownBy(() -> queue(free).markSent(ours)).hasRootCauseMessage("away");
  }

  @Test
  void whereKeysAreHonouredNothingIsWrittenBeforeADelivery() {
    Intent recorded = record("1").get(0);
    Lease first = leaseOne(honouring());
    transactions.failNextCommit(new IllegalStateException("away"));
    assertThat(queue(honouring()).markSent(first)).as("without a transaction").isTrue();
    assertThat(queue(honouring()).renew(first)).as("the failure is still there").isFalse();
    intents.runOut(recorded);
    assertThat(leaseOne(honouring()).history().trace()).isEqualTo(Trace.POSSIBLE);
  }

  private Lease leaseOne(DestinationPolicy policy) {
    return inTransaction(() -> queue(policy).lease(new LeaseLimit(1))).get(0);
  }

  private DestinationPolicy honouring() {
    return new DestinationPolicy(
        MAIL,
        free.dispatch(),
        free.throughput(),
        free.retry(),
        new Contract(Keys.HONOURED, Duration.ofHours(1), "Location"));
  }

  private List<Intent> record(String... keys) {
    List<Intent> recorded = new ArrayList<>();
    for (String key : keys) {
      recorded.add(
          new Intent(
              new Identity("c", key),
              new Intent.Address(MAIL, 0, Optional.of("one customer")),
              Headers.none(),
              Body.none()));
    }
    inTransaction(
        () -> {
          recorded.forEach(intents::record);
          return recorded;
        });
    return recorded;
  }

  private <T> T inTransaction(Supplier<T> act) {
    Completion<T> completion = transactions.inNew(TIMEOUT, () -> Decision.commit(act.get()));
    return ((Completion.Committed<T>) completion).value();
  }

  private DestinationQueue queue(DestinationPolicy policy) {
    return new DestinationQueue(policy, intents, transactions);
  }

  private DestinationPolicy ordered() {
    return new DestinationPolicy(
        MAIL,
        new Dispatch(free.dispatch().headers(), Optional.of("customer")),
        free.throughput(),
        free.retry(),
        free.contract());
  }
}
