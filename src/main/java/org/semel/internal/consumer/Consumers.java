// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.consumer;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.semel.internal.loop.Gate;
import org.semel.internal.ordered.Versions;
import org.semel.internal.policy.ConsumerPolicy;
import org.semel.internal.policy.StoredPolicy;
import org.semel.internal.proof.ProofResult;
import org.semel.internal.receive.ClaimedHandler;
import org.semel.internal.receive.Expiry;
import org.semel.internal.receive.Handler;
import org.semel.internal.receive.MessageSource;
import org.semel.internal.receive.ProofGate;
import org.semel.internal.receive.ReceiveBatch;
import org.semel.internal.receive.ReceiveListener;
import org.semel.internal.receive.ReceiveTask;
import org.semel.internal.receive.Receiver;
import org.semel.internal.receive.ReceiverStores;
import org.semel.internal.receive.Replayer;
import org.semel.internal.receive.Routing;
import org.semel.internal.receive.SteppedHandler;
import org.semel.internal.receive.TransactionCheck;
import org.semel.internal.receive.WorkersState;
import org.semel.internal.stored.StoredMessages;
import org.semel.internal.tx.Faults;
import org.semel.internal.tx.Transactions;
import org.semel.message.IdentityRule;

/** Makes consumers out of what the server offers. */
public final class Consumers {

  private final Server server;
  private final ReceiverStores memory;
  private final ReceiveListener listener;
  private final Replayer replayer;
  private final Optional<Versions> versions;
  private final Expiry expiry;
  private final TransactionCheck watch;

  /**
   * What the server offers.
   *
   * @param transactions its transactions
   * @param faults tells faults that pass from faults that stay
   * @param threads makes threads that it manages
   */
  public record Server(Transactions transactions, Faults faults, ThreadFactory threads) {}

  /**
   * What is particular to one consumer.
   *
   * @param rule finds the identity
   * @param sources opens a source for each worker; cheap, connects on first use
   * @param proof makes the start-up proof
   */
  public record Particulars(
      IdentityRule rule, Supplier<MessageSource> sources, Supplier<ProofResult> proof) {}

  /**
   * A maker of consumers.
   *
   * @param replayer gets to know those that run
   */
  public Consumers(
      Server server, ReceiverStores memory, ReceiveListener listener, Replayer replayer) {
    this.server = server;
    this.memory = memory;
    this.listener = listener;
    this.replayer = replayer;
    this.versions = Optional.empty();
    this.expiry = Expiry.ignored();
    this.watch = new TransactionCheck(server.transactions());
  }

  private Consumers(Consumers like, Optional<Versions> versions, Expiry expiry) {
    this.server = like.server;
    this.memory = like.memory;
    this.listener = like.listener;
    this.replayer = like.replayer;
    this.versions = versions;
    this.expiry = expiry;
    this.watch = like.watch;
  }

  /** The same; consumers that keep versions in order keep them here. */
  public Consumers ordering(Versions kept) {
    return new Consumers(this, Optional.of(kept), expiry);
  }

  /** The same, but its consumers park what has expired by this. */
  public Consumers obeying(Expiry timesToLive) {
    return new Consumers(this, versions, timesToLive);
  }

  /** A consumer that is not started yet. */
  public Consumer consumer(ConsumerPolicy policy, Particulars particulars, Handler handler) {
    ClaimedHandler route =
        expiry.before(
            policy.name(),
            new Routing(policy.reading().headers(), watch.over(handler), memory.bodies()));
    Optional<OrderTasks> order = order(policy);
    Receiver receiver =
        new Receiver(
            policy,
            rule(particulars, order),
            memory(order),
            order.map(kept -> kept.before(route)).orElse(route));
    Supplier<ReceiveBatch> passes = passes(policy, particulars, receiver);
    return consumer(
        particulars,
        receiver,
        new Hands(
            policy,
            gate ->
                Stream.concat(
                        Stream.generate(passes).limit(policy.pace().workers()),
                        order.map(kept -> kept.release(route)).stream())
                    .toList(),
            () -> order.ifPresent(OrderTasks::wake)));
  }

  /** One that stores first and works off later, not started yet. */
  public Consumer storeFirst(
      ConsumerPolicy policy,
      Particulars particulars,
      StoredMessages messages,
      SteppedHandler handler) {
    StoredPolicy stored = policy.stored().orElseThrow();
    Optional<OrderTasks> order = order(policy);
    StoreFirstTasks.Parts parts =
        new StoreFirstTasks.Parts(
            messages, memory(order), judgedBy(policy), watch.over(handler), expiry);
    StoreFirstTasks first = new StoreFirstTasks(policy, stored, parts, order);
    Receiver receiver =
        new Receiver(policy, rule(particulars, order), memory(order), first.conduct());
    Supplier<ReceiveBatch> passes = passes(policy, particulars, receiver);
    return consumer(
        particulars,
        receiver,
        new Hands(policy, gate -> first.tasks(passes, gate, listener), first::wake));
  }

  /** What the policy calls an outage is one, whatever else is known of it. */
  private Faults faults(ConsumerPolicy policy) {
    return Faults.firstOf(List.of(policy.endurance().outages(), server.faults()));
  }

  private Server judgedBy(ConsumerPolicy policy) {
    return new Server(server.transactions(), faults(policy), server.threads());
  }

  private Optional<OrderTasks> order(ConsumerPolicy policy) {
    return policy
        .ordered()
        .map(
            found ->
                OrderTasks.of(
                    policy,
                    versions.orElseThrow(),
                    judgedBy(policy),
                    new OrderTasks.Ears(memory, listener)));
  }

  private ReceiverStores memory(Optional<OrderTasks> order) {
    return order.map(OrderTasks::memory).orElse(memory);
  }

  private static IdentityRule rule(Particulars particulars, Optional<OrderTasks> order) {
    return order.map(kept -> kept.rule(particulars.rule())).orElseGet(particulars::rule);
  }

  /** Who works under this policy, and what wakes them. */
  private record Hands(
      ConsumerPolicy policy, Function<Gate, List<ReceiveTask>> tasks, Runnable wake) {}

  private Consumer consumer(Particulars particulars, Receiver receiver, Hands hands) {
    return new Consumer(
        hands.policy(),
        new Consumer.Crew(
            server.threads(), hands.tasks(), hands.wake(), () -> replayer.close(receiver)),
        new ProofGate(
            particulars.proof(),
            () -> {
              replayer.open(receiver);
              listener.started(hands.policy());
            },
            hands.policy().pace().waits().outage().most(),
            System::nanoTime),
        listener);
  }

  private Supplier<ReceiveBatch> passes(
      ConsumerPolicy policy, Particulars particulars, Receiver receiver) {
    WorkersState shared = WorkersState.nothing(policy);
    return () ->
        new ReceiveBatch(
            policy,
            receiver,
            memory,
            new ReceiveBatch.Ends(
                particulars.sources().get(), server.transactions(), faults(policy)),
            shared);
  }
}
