// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.consumer;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.semel.internal.engine.loop.Gate;
import org.semel.internal.engine.receive.ClaimedHandler;
import org.semel.internal.engine.receive.batch.ReceiveBatch;
import org.semel.internal.engine.receive.batch.ReceiveTask;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;

/** The workers of a consumer that handles messages as it receives them. */
final class DirectTasks implements ConsumerTasks {

  private final ConsumerPolicy policy;
  private final Supplier<ReceiveBatch> batches;
  private final Optional<OrderTasks> order;
  private final ClaimedHandler route;

  /**
   * Workers for {@code policy}.
   *
   * @param batches makes the task of one that receives
   * @param order what keeps versions in order, if they are
   * @param route takes those that waited for their version
   */
  DirectTasks(
      ConsumerPolicy policy,
      Supplier<ReceiveBatch> batches,
      Optional<OrderTasks> order,
      ClaimedHandler route) {
    this.policy = policy;
    this.batches = batches;
    this.order = order;
    this.route = route;
  }

  @Override
  public List<ReceiveTask> of(Gate gate) {
    return Stream.concat(
            Stream.generate(batches).limit(policy.concurrency().workers()),
            order.map(kept -> kept.release(route, gate)).stream())
        .toList();
  }

  @Override
  public void wake() {
    order.ifPresent(OrderTasks::wake);
  }
}
