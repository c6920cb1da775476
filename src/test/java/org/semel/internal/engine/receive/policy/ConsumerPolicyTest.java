// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.World;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.AttemptLimits;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Outages;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Processing;
import org.semel.internal.engine.tx.Cause;
import org.semel.message.ParkingReason;

/** What a policy says of failures, outages and protocols. */
class ConsumerPolicyTest {

  @Test
  void anExceptionThatThePolicyNamesPassesAndSoDoesWhatIsBelowIt() {
    Outages outages = new Outages(3, Set.of(IOException.class.getName()));
    assertThat(outages.of(new SocketTimeoutException("away"))).isEqualTo(Cause.AWAY);
    assertThat(outages.of(new IOException("away"))).isEqualTo(Cause.AWAY);
    assertThat(outages.of(new Exception("no"))).isEqualTo(Cause.UNNAMED);
  }

  @Test
  void aMessageIsParkedAfterItsAttemptsOrAfterMoreThanItsDeliveries() {
    AttemptLimits endurance = new AttemptLimits(3, 8);
    assertThat(endurance.afterFailures(2)).isEmpty();
    assertThat(endurance.afterFailures(3)).contains(ParkingReason.ATTEMPTS_EXHAUSTED);
    assertThat(endurance.afterStops(8)).isEmpty();
    assertThat(endurance.afterStops(9)).contains(ParkingReason.DELIVERIES_EXHAUSTED);
  }

  @Test
  void aPolicyIsOfProtocolXaUnlessItSaysOtherwise() {
    ConsumerPolicy policy = new World().policy(1);
    assertThat(policy.protocol()).isEqualTo(Protocol.XA);
    assertThat(policy.with(Processing.by(Protocol.ACK_AFTER_COMMIT)).protocol())
        .isEqualTo(Protocol.ACK_AFTER_COMMIT);
  }

  @Test
  void onlyWhatIsStoredFirstIsWorkedOffLater() {
    assertThatThrownBy(
            () -> new Processing(Protocol.STORE_FIRST, Optional.empty(), Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
