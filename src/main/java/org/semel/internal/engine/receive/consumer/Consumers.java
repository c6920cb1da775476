// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.consumer;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.semel.internal.engine.receive.ClaimedHandler;
import org.semel.internal.engine.receive.Expiring;
import org.semel.internal.engine.receive.Handler;
import org.semel.internal.engine.receive.MessageSource;
import org.semel.internal.engine.receive.ProofGate;
import org.semel.internal.engine.receive.Receiver;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.receive.Returns;
import org.semel.internal.engine.receive.Routing;
import org.semel.internal.engine.receive.RunningRoutes;
import org.semel.internal.engine.receive.SteppedHandler;
import org.semel.internal.engine.receive.TransactionCheck;
import org.semel.internal.engine.receive.batch.DatabaseLook;
import org.semel.internal.engine.receive.batch.ReceiveBatch;
import org.semel.internal.engine.receive.batch.ReceiveEvent;
import org.semel.internal.engine.receive.batch.WorkersState;
import org.semel.internal.engine.receive.identity.IdentityRule;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.proof.ProofResult;
import org.semel.internal.engine.tx.Decision;

/** Makes consumers out of what the server offers. None is started yet. */
public final class Consumers {

  private final Resources resources;
  private final Replayer replayer;
  private final TransactionCheck check;

  /**
   * A maker of consumers.
   *
   * @param replayer gets to know those that run
   */
  public Consumers(Resources resources, Replayer replayer) {
    this.resources = resources;
    this.replayer = replayer;
    this.check = new TransactionCheck(resources.transactions());
  }

  /**
   * A consumer that handles messages as it receives them.
   *
   * @param rule finds the identity
   * @param sources opens a source for each worker; cheap, connects on first use
   * @param proof makes the start-up proof
   */
  public Consumer direct(
      ConsumerPolicy policy,
      IdentityRule rule,
      Supplier<MessageSource> sources,
      Supplier<ProofResult> proof,
      Handler handler) {
    Resources judged = judged(policy);
    Optional<OrderTasks> order = order(policy, judged);
    Resources parking = order.map(OrderTasks::resources).orElse(judged);
    ClaimedHandler route =
        Expiring.before(
            new Routing(
                policy.reading().headers(),
                check.over(running(policy, judged).over(handler)),
                judged.stores().bodies()),
            policy.name(),
            judged.expiry());
    Receiver receiver =
        new Receiver(
            policy,
            rule(rule, order),
            parking.stores(),
            order.map(kept -> kept.before(route)).orElse(route),
            returns(policy));
    return consumer(
        policy,
        receiver,
        proof,
        new DirectTasks(policy, batches(policy, receiver, sources, judged), order, route));
  }

  /**
   * A consumer that stores messages first and works them off later.
   *
   * @param rule finds the identity
   * @param sources opens a source for each worker; cheap, connects on first use
   * @param proof makes the start-up proof
   */
  public Consumer storeFirst(
      ConsumerPolicy policy,
      IdentityRule rule,
      Supplier<MessageSource> sources,
      Supplier<ProofResult> proof,
      SteppedHandler handler) {
    Resources judged = judged(policy);
    Optional<OrderTasks> order = order(policy, judged);
    Resources parking = order.map(OrderTasks::resources).orElse(judged);
    StoreFirstTasks tasks =
        new StoreFirstTasks(
            policy, parking, check.over(running(policy, judged).over(handler)), order);
    Receiver receiver =
        new Receiver(policy, rule(rule, order), parking.stores(), tasks.storing(), returns(policy));
    return consumer(
        policy, receiver, proof, tasks.tasks(batches(policy, receiver, sources, judged)));
  }

  private Returns returns(ConsumerPolicy policy) {
    return new Returns(
        System::nanoTime,
        message -> resources.observer().on(new ReceiveEvent.Keeps(policy, message)));
  }

  /**
   * The resources by which a fault that the policy names as an outage is judged as one, before all
   * other rules.
   */
  private Resources judged(ConsumerPolicy policy) {
    return resources.judging(policy.attemptLimits().outages());
  }

  /**
   * A copy that waits for a claim comes here only when the transaction of the first is over. That
   * may have lasted for a while before its route began. If nothing is claimed, a copy comes while
   * the first may still commit.
   */
  private static RunningRoutes running(ConsumerPolicy policy, Resources judged) {
    Duration timeout = policy.concurrency().transactionTimeout();
    boolean waits = judged.stores().absorbCopies();
    return new RunningRoutes(waits ? timeout.dividedBy(2) : timeout, System::nanoTime);
  }

  private static Optional<OrderTasks> order(ConsumerPolicy policy, Resources judged) {
    return policy.ordered().map(order -> new OrderTasks(policy, judged));
  }

  private static IdentityRule rule(IdentityRule rule, Optional<OrderTasks> order) {
    return order.map(kept -> kept.rule(rule)).orElse(rule);
  }

  private Consumer consumer(
      ConsumerPolicy policy, Receiver receiver, Supplier<ProofResult> proof, ConsumerTasks tasks) {
    ProofGate permit =
        new ProofGate(
            proof,
            () -> {
              replayer.open(receiver);
              resources.observer().on(new ReceiveEvent.Started(policy));
            },
            policy.concurrency().waits().outage().most(),
            System::nanoTime);
    return new Consumer(
        policy,
        tasks,
        resources.threads(),
        permit,
        () -> replayer.close(receiver),
        look(policy, receiver),
        resources.observer());
  }

  private DatabaseLook look(ConsumerPolicy policy, Receiver receiver) {
    return new DatabaseLook() {
      @Override
      public boolean isSilent() {
        return resources.silent().getAsBoolean();
      }

      @Override
      public Optional<Throwable> ask() {
        return resources
            .transactions()
            .inNew(
                policy.concurrency().transactionTimeout(),
                () -> {
                  receiver.ask();
                  return Decision.commit(receiver);
                })
            .fault();
      }
    };
  }

  private static Supplier<ReceiveBatch> batches(
      ConsumerPolicy policy,
      Receiver receiver,
      Supplier<MessageSource> sources,
      Resources resources) {
    WorkersState shared = WorkersState.nothing(policy);
    return () ->
        new ReceiveBatch(
            policy, receiver, sources.get(), resources.transactions(), resources.faults(), shared);
  }
}
