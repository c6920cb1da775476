// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.semel.fake.FakeTransactions;
import org.semel.internal.desk.operate.indoubt.OutsideLook;
import org.semel.internal.desk.watch.Exposure.Access;
import org.semel.internal.desk.watch.Exposure.Exposed;
import org.semel.internal.desk.watch.metrics.SampleStore;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.receive.Policies;
import org.semel.internal.engine.receive.batch.ConsumerCondition.ConsumerPhase;
import org.semel.internal.engine.receive.batch.ReceiveEvent;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.small.Proxied;

/** A line that cannot be written holds no consumer up, and keeps nothing from the others. */
class FailingObserversTest {

  private final ConsumerPolicy orders = Policies.of("orders");
  private final List<ReceiveEvent> heard = new ArrayList<>();
  private final RuntimeException defect = new IllegalStateException("no space on the log's disk");
  private final Telemetry telemetry =
      new Telemetry(
          new Exposure(
              Exposed.OFF,
              new Exposure.PlanLimits(100, 0),
              Exposed.OFF,
              Access.ROLE,
              Exposed.OFF,
              Duration.ofSeconds(10),
              Exposed.OFF,
              Exposed.OFF),
          new FakeTransactions(),
          Proxied.as(SampleStore.class, (method, arguments) -> null),
          OutsideLook.none()::view,
          Tracing.OFF);
  private final Observer<ReceiveEvent> all =
      telemetry.receives(
          event -> {
            heard.add(event);
            throw defect;
          });

  @Test
  void theStateIsKnownThoughTheLogFailsAndItHearsOfItsOwnDefectOnce() {
    telemetry.consumers().awaits("orders");
    all.on(new ReceiveEvent.Started(orders));
    assertThat(telemetry.consumers().now()).containsEntry("orders", ConsumerPhase.RECEIVING);
    assertThat(heard)
        .containsExactly(
            new ReceiveEvent.Started(orders), new ReceiveEvent.Unobserved(orders, defect));
  }

  @Test
  void aConsumerThatStopsDoesSoThoughNoLineSaysIt() {
    telemetry.consumers().awaits("orders");
    all.on(new ReceiveEvent.Stopped(orders, ReceiveEvent.Stop.DRAINED));
    assertThat(telemetry.consumers().now()).containsEntry("orders", ConsumerPhase.STOPPED);
  }
}
