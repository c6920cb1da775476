// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.consumer;

import org.semel.internal.engine.loop.Gate;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.receive.ClaimedHandler;
import org.semel.internal.engine.receive.Occasion;
import org.semel.internal.engine.receive.ReceiverStores;
import org.semel.internal.engine.receive.batch.ReceiveTask;
import org.semel.internal.engine.receive.batch.RowWorker;
import org.semel.internal.engine.receive.identity.IdentityRule;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.OrderPolicy;
import org.semel.internal.engine.receive.rows.HeldFailureHandler;
import org.semel.internal.engine.receive.rows.HeldTransaction;
import org.semel.internal.engine.receive.rows.OldVersions;
import org.semel.internal.engine.receive.rows.OrderedParkedStore;
import org.semel.internal.engine.receive.rows.Resequencer;
import org.semel.internal.engine.receive.rows.StoredParkedStore;
import org.semel.internal.engine.receive.rows.VersionGate;
import org.semel.internal.engine.receive.rows.Versions;

/** All that keeps one consumer's versions in order. */
final class OrderTasks {

  private final ConsumerPolicy policy;
  private final OrderPolicy order;
  private final Versions versions;
  private final Resources resources;
  private final WakeUp released = new WakeUp();

  /** The tasks that a policy with ordered versions demands. */
  OrderTasks(ConsumerPolicy policy, Resources resources) {
    this.policy = policy;
    this.order = policy.ordered().orElseThrow();
    this.versions = resources.versions().orElseThrow();
    ReceiverStores stores = resources.stores();
    this.resources =
        resources.with(stores.parkingBy(new OrderedParkedStore(stores.parking(), order, versions)));
  }

  IdentityRule rule(IdentityRule rule) {
    return order.demanded(rule);
  }

  /** The resources under which messages are parked with the facts of their order. */
  Resources resources() {
    return resources;
  }

  ClaimedHandler before(ClaimedHandler route) {
    return new VersionGate(policy, versions, resources.transactions(), released, route);
  }

  OldVersions old() {
    return new OldVersions(policy, versions);
  }

  ReceiveTask release(ClaimedHandler route, Gate gate) {
    return release(route, gate, parking());
  }

  /** The same for what was stored before it had to wait. */
  ReceiveTask releaseStored(ClaimedHandler route, Gate gate) {
    return release(ours -> Occasion.STORED.during(() -> route.handle(ours)), gate, parking());
  }

  /**
   * What waits may have been stored first, whatever the protocol is now; and it may be released
   * when that stores first again.
   */
  private ReceiverStores parking() {
    ReceiverStores stores = resources.stores();
    return resources
        .messages()
        .map(messages -> stores.parkingBy(new StoredParkedStore(stores.parking(), messages)))
        .orElse(stores);
  }

  private ReceiveTask release(ClaimedHandler route, Gate gate, ReceiverStores stores) {
    Resequencer held =
        new Resequencer(
            policy,
            new HeldTransaction(policy, versions, stores, route),
            resources.transactions(),
            resources.faults(),
            new HeldFailureHandler(
                policy,
                versions,
                stores.parking(),
                resources.transactions(),
                resources.observer()));
    return new RowWorker(held, gate, released, order.patience().poll());
  }

  void wake() {
    released.signal();
  }
}
