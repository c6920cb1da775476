// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.semel.fake.FakeTransactions;
import org.semel.internal.desk.operate.indoubt.OutsideLook;
import org.semel.internal.desk.watch.Exposure.Access;
import org.semel.internal.desk.watch.Exposure.Exposed;
import org.semel.internal.desk.watch.trace.TraceSamples;
import org.semel.internal.engine.receive.SteppedHandler;
import org.semel.internal.engine.receive.World;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy;
import org.semel.internal.engine.send.relay.Provider;
import org.semel.internal.engine.send.relay.RelayListener;
import org.semel.small.Proxied;

/** What nobody asks for is not there: no clock beside a route or a provider. */
class TelemetryOffTest {

  private final ConsumerPolicy policy = new World().policy(50);
  private final DestinationPolicy mail =
      TraceSamples.destination(DestinationPolicy.Transfer.LEASE, "*");
  private final FakeTransactions transactions = new FakeTransactions();
  private final SteppedHandler route =
      Proxied.as(SteppedHandler.class, (method, arguments) -> null);
  private final Provider provider = Proxied.as(Provider.class, (method, arguments) -> null);

  @Test
  void aRouteAndAProviderStayAsTheyAreWhereNothingIsShown() {
    Telemetry off = telemetry(Exposed.OFF, Exposed.OFF);
    assertThat(off.measured(policy, route)).isSameAs(route);
    assertThat(off.measured(mail, provider, RelayListener.NONE)).isSameAs(provider);
    assertThat(off.transactions(transactions)).isSameAs(transactions);
  }

  @Test
  void whoAsksForHealthAloneHasNothingMeasured() {
    Telemetry health = telemetry(Exposed.OFF, Exposed.ON);
    assertThat(health.measured(policy, route)).isSameAs(route);
    assertThat(health.measured(mail, provider, RelayListener.NONE)).isSameAs(provider);
  }

  @Test
  void whoAsksForTheSeriesHasBothMeasured() {
    Telemetry on = telemetry(Exposed.ON, Exposed.OFF);
    assertThat(on.measured(policy, route)).isNotSameAs(route);
    assertThat(on.measured(mail, provider, RelayListener.NONE)).isNotSameAs(provider);
  }

  private Telemetry telemetry(Exposed metrics, Exposed health) {
    return new Telemetry(
        new Exposure(
            Exposed.OFF,
            new Exposure.PlanLimits(100, 0),
            metrics,
            Access.ROLE,
            health,
            Duration.ofSeconds(10),
            Exposed.OFF,
            Exposed.OFF),
        transactions,
        new UnreadSamples(),
        OutsideLook.none()::view,
        Tracing.OFF);
  }
}
