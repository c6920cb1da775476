// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.consumer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.semel.internal.engine.loop.Gate;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.receive.ClaimedHandler;
import org.semel.internal.engine.receive.Expiring;
import org.semel.internal.engine.receive.ExpiringTogether;
import org.semel.internal.engine.receive.Routing;
import org.semel.internal.engine.receive.SteppedHandler;
import org.semel.internal.engine.receive.batch.ReceiveBatch;
import org.semel.internal.engine.receive.batch.ReceiveTask;
import org.semel.internal.engine.receive.batch.RowWorker;
import org.semel.internal.engine.receive.batch.WorkersState;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.StoredPolicy;
import org.semel.internal.engine.receive.rows.DueStoredMessages;
import org.semel.internal.engine.receive.rows.HeldLeases;
import org.semel.internal.engine.receive.rows.LeaseRenewal;
import org.semel.internal.engine.receive.rows.RetryBudget;
import org.semel.internal.engine.receive.rows.StoredFailureHandler;
import org.semel.internal.engine.receive.rows.StoredLeases;
import org.semel.internal.engine.receive.rows.StoredMessages;
import org.semel.internal.engine.receive.rows.StoredRouteRunner;
import org.semel.internal.engine.receive.rows.StoredTransaction;
import org.semel.internal.engine.receive.rows.StoringHandler;
import org.semel.internal.engine.tx.Transactions;

/** The workers of a consumer that stores first: receivers, those who work off, and a renewer. */
public final class StoreFirstTasks {

  private final ConsumerPolicy policy;
  private final StoredPolicy stored;
  private final Resources resources;
  private final StoredMessages messages;
  private final SteppedHandler handler;
  private final Optional<OrderTasks> order;
  private final WakeUp arrivals = new WakeUp();
  private final WakeUp stop = new WakeUp();

  /** In the order in which messages come. */
  public StoreFirstTasks(ConsumerPolicy policy, Resources resources, SteppedHandler handler) {
    this(policy, resources, handler, Optional.empty());
  }

  StoreFirstTasks(
      ConsumerPolicy policy,
      Resources resources,
      SteppedHandler handler,
      Optional<OrderTasks> order) {
    this.policy = policy;
    this.stored = policy.stored().orElseThrow();
    this.resources = resources;
    this.messages = resources.messages().orElseThrow();
    this.handler = handler;
    this.order = order;
  }

  /**
   * The handler that stores arriving messages. The expiry of a message is checked again when its
   * turn comes.
   */
  public ClaimedHandler storing() {
    StoringHandler storing =
        new StoringHandler(
            policy, messages, resources.transactions(), arrivals, order.map(OrderTasks::old));
    return ExpiringTogether.before(storing, policy.name(), resources.expiry());
  }

  /**
   * The tasks of the workers.
   *
   * @param batches makes the task of one that receives
   */
  public ConsumerTasks tasks(Supplier<ReceiveBatch> batches) {
    List<HeldLeases> held =
        Stream.generate(HeldLeases::new).limit(policy.concurrency().workers()).toList();
    return new ConsumerTasks() {
      @Override
      public List<ReceiveTask> of(Gate gate) {
        return tasks(batches, gate, held);
      }

      @Override
      public List<ReceiveTask> beside() {
        return List.of(
            new LeaseRenewal(messages, resources.transactions(), stored.lease(), held, stop));
      }

      @Override
      public void wake() {
        arrivals.signal();
        stop.signal();
        order.ifPresent(OrderTasks::wake);
      }
    };
  }

  private List<ReceiveTask> tasks(
      Supplier<ReceiveBatch> batches, Gate gate, List<HeldLeases> held) {
    List<ReceiveTask> tasks = new ArrayList<>(workers(held, gate));
    Stream.generate(batches).limit(stored.receivers()).forEach(tasks::add);
    order.ifPresent(
        kept ->
            tasks.add(
                kept.releaseStored(
                    Expiring.before(route(), policy.name(), resources.expiry()), gate)));
    return tasks;
  }

  /** The workers that work off stored messages; they share what they have learnt. */
  private List<RowWorker> workers(List<HeldLeases> held, Gate gate) {
    StoredFailureHandler failures = failures();
    StoredRouteRunner runner = runner(failures);
    RetryBudget budget = new RetryBudget(stored.retries().budget(), System::nanoTime);
    Transactions transactions = resources.transactions();
    WorkersState shared = WorkersState.nothing(policy);
    return held.stream()
        .map(
            leases ->
                new DueStoredMessages(
                    policy,
                    new StoredLeases(
                        policy, messages, transactions, budget, leases, resources.observer()),
                    runner,
                    failures,
                    gate,
                    shared))
        .map(rows -> new RowWorker(rows, gate, arrivals, stored.poll()))
        .toList();
  }

  private StoredFailureHandler failures() {
    return new StoredFailureHandler(
        policy,
        messages,
        resources.stores().parking(),
        resources.transactions(),
        resources.observer());
  }

  private StoredRouteRunner runner(StoredFailureHandler failures) {
    return new StoredRouteRunner(
        policy,
        new StoredTransaction(
            policy,
            messages,
            resources.stores(),
            handler,
            order.map(kept -> kept.before(route())),
            resources.expiry()),
        resources.transactions(),
        resources.faults(),
        failures,
        resources.observer());
  }

  private ClaimedHandler route() {
    return new Routing(policy.reading().headers(), handler, resources.stores().bodies());
  }
}
