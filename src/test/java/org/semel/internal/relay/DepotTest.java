// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.semel.internal.intent.Intents;
import org.semel.internal.intent.Lease;
import org.semel.internal.intent.LeaseLimit;
import org.semel.internal.intent.WakeUps;
import org.semel.internal.relay.DestinationPolicy.Dispatch;
import org.semel.internal.tx.Completion;
import org.semel.internal.tx.Decision;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

/** What goes between a relay and its queue. */
class DepotTest {

  private static final Destination MAIL = new Destination("mail");
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final FakeTransactions transactions = new FakeTransactions();
  private final InMemoryIntents queue = new InMemoryIntents(transactions);
  private final WakeUps bells = new WakeUps();
  private final DestinationPolicy free = RelayWorld.policy("mail");

  @Test
  void whereNoOrderIsKeptAllAreLeasedAndWhereOneIsTheFirstAlone() {
    record(queue, "1", "2");
    assertThat(inTransaction(() -> depot(transactions).lease(ordered(), new LeaseLimit(9))))
        .hasSize(1);
    assertThat(inTransaction(() -> depot(transactions).lease(free, new LeaseLimit(9)))).hasSize(1);
  }

  @Test
  void aLeaseIsOursForAsLongAgainUnlessItHasPassedOn() {
    List<Intent> intents = record(queue, "1");
    Lease ours = inTransaction(() -> depot(transactions).lease(free, new LeaseLimit(1))).get(0);
    assertThat(depot(transactions).renew(free, ours)).isTrue();
    queue.runOut(intents.get(0));
    inTransaction(() -> depot(transactions).lease(free, new LeaseLimit(1)));
    assertThat(depot(transactions).renew(free, ours)).as("another has it").isFalse();
  }

  @Test
  void whereNobodyCanSayWhetherALeaseIsOursItIsNot() {
    record(queue, "1");
    Lease ours = inTransaction(() -> depot(transactions).lease(free, new LeaseLimit(1))).get(0);
    transactions.failNextCommit(new IllegalStateException("away"));
    assertThat(depot(transactions).renew(free, ours)).isFalse();
  }

  private List<Intent> record(Intents intents, String... keys) {
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

  private Relay.Depot depot(FakeTransactions given) {
    return new Relay.Depot(queue, given, Thread::new, bells);
  }

  private DestinationPolicy ordered() {
    return new DestinationPolicy(
        MAIL,
        new Dispatch(free.dispatch().headers(), Optional.of("customer")),
        free.pace(),
        free.endurance(),
        free.contract());
  }
}
