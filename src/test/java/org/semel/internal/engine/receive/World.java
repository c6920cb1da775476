// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.semel.fake.FakeSource;
import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryAttempts;
import org.semel.fake.InMemoryInbox;
import org.semel.fake.InMemoryIntents;
import org.semel.fake.InMemoryParking;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.receive.batch.ReceiveBatch;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.AttemptLimits;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Concurrency;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Feed;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.IntakeRules;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Limits;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Waits;
import org.semel.internal.engine.tx.Cause;
import org.semel.internal.engine.tx.Faults;
import org.semel.message.AllowedHeaders;
import org.semel.message.Identity;
import org.semel.message.Message;

/**
 * A receiver with everything around it, in memory. Messages are told apart by their header {@code
 * key}.
 */
public final class World {

  public static final class Passing extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** What a transaction manager says that knows no more than that nothing has committed. */
  public static final class Silent extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** A failure that cannot say what it is: its message is made of what it does not have yet. */
  public static final class Speechless extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new NullPointerException("of the failure's own");
    }
  }

  public final FakeTransactions transactions = new FakeTransactions();
  public final InMemoryInbox inbox = new InMemoryInbox(transactions, Duration.ofMillis(200));
  public final InMemoryAttempts attempts = new InMemoryAttempts(transactions, inbox::claimed);
  public final InMemoryParking parking = new InMemoryParking(transactions);
  public final InMemoryIntents intents = new InMemoryIntents(transactions);
  final Replayer replayer = new Replayer();
  final FakeSource source = new FakeSource(transactions);
  final List<Message> handled = new CopyOnWriteArrayList<>();
  public final Faults faults =
      fault ->
          fault instanceof Passing
              ? Cause.AWAY
              : fault instanceof Silent ? Cause.UNTOLD : Cause.UNNAMED;
  volatile Consumer<Message> route = message -> {};
  Duration timeout = Duration.ofSeconds(10);

  final ReceiverStores memory = new ReceiverStores(inbox, attempts, parking, intents);

  public ConsumerPolicy policy(int batch) {
    return new ConsumerPolicy(
        "c",
        new Feed("", "orders", "jms/XA"),
        new IntakeRules(
            "property:key",
            FingerprintProfile.EXACT,
            AllowedHeaders.of(List.of("seen")),
            new Limits(1 << 20, 100, 1000)),
        new Concurrency(
            2,
            new BatchLimit(batch, 1000),
            timeout,
            new Waits(
                Duration.ofMillis(20),
                new Backoff(Duration.ofMillis(1), Duration.ofMillis(5)),
                Duration.ofSeconds(10))),
        new AttemptLimits(3, 8));
  }

  Receiver receiver(int batch) {
    return new Receiver(policy(batch), IdentityRules.header("key"), memory, this::handle);
  }

  ReceiveBatch batch(int most) {
    return new ReceiveBatch(policy(most), receiver(most), source, transactions, faults);
  }

  public Identity identity(String key) {
    return new Identity("c", key);
  }

  private void handle(Message message, Identity identity) {
    route.accept(message);
    handled.add(message);
  }
}
