// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

/** An event says whose it is, and which intent it is about. */
class RelayEventTest {

  private static final Destination MAIL = new Destination("mail");
  private static final Intent INTENT =
      new Intent(
          new Identity("orders", "k"), new Intent.Address(MAIL, 0), Headers.none(), Body.none());
  private static final SettledLease SETTLED =
      new SettledLease(
          new Lease(INTENT, 1, new Lease.DeliveryHistory(0, Lease.Trace.NONE, Duration.ZERO)),
          new Settlement.Delivered());

  @Test
  void oneThatIsAboutAnIntentNamesItAndTheOthersNone() {
    assertThat(new RelayEvent.Settled(MAIL, SETTLED).about()).contains(INTENT);
    assertThat(new RelayEvent.LeaseLost(MAIL, SETTLED).about()).contains(INTENT);
    assertThat(new RelayEvent.GivenUp(MAIL, INTENT, Duration.ZERO).about()).contains(INTENT);
    assertThat(new RelayEvent.Differs(INTENT).about()).contains(INTENT);
    assertThat(new RelayEvent.Begins(MAIL).about()).isEmpty();
  }

  @Test
  void anIntentThatDiffersIsOfItsOwnDestination() {
    assertThat(new RelayEvent.Differs(INTENT).destination()).isEqualTo(MAIL);
  }
}
