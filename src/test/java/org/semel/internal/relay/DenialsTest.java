// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.semel.internal.intent.Destination;
import org.semel.internal.intent.Intent;
import org.semel.internal.intent.Lease;
import org.semel.internal.relay.Denials.Meaning;
import org.semel.internal.relay.provider.Delivery.Denied.Extent;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

/** Whom a denial means. */
class DenialsTest {

  private final Denials denials = new Denials();

  @Test
  void fiveDifferentOnesInARowAreAllAndTheRowBeginsAnew() {
    for (int i = 0; i < 4; i++) {
      assertThat(denials.met(denied(i), Extent.UNSAID)).isEqualTo(Meaning.OPEN);
    }
    assertThat(denials.met(denied(4), Extent.UNSAID)).isEqualTo(Meaning.ALL);
    assertThat(denials.met(denied(5), Extent.UNSAID)).isEqualTo(Meaning.OPEN);
  }

  @Test
  void oneThatIsDeniedAgainIsMeantItselfUnlessItIsAllThatAreMeantNow() {
    assertThat(denials.met(denied(1), Extent.UNSAID)).isEqualTo(Meaning.OPEN);
    assertThat(denials.met(denied(1), Extent.UNSAID)).isEqualTo(Meaning.THIS_ONE);
    assertThat(denials.met(denied(1), Extent.ALL)).isEqualTo(Meaning.ALL);
  }

  @Test
  void whoWasDeniedAsAllWereIsRememberedSoWhateverIsSaidLater() {
    denials.metByAll(denied(1), Extent.ALL);
    assertThat(denials.met(denied(1), Extent.UNSAID)).isEqualTo(Meaning.THIS_ONE);
    assertThat(denials.met(denied(1), Extent.ALL)).isEqualTo(Meaning.THIS_ONE);
    denials.met(denied(2), Extent.UNSAID);
    denials.metByAll(denied(2), Extent.ALL);
    assertThat(denials.met(denied(2), Extent.ALL)).isEqualTo(Meaning.THIS_ONE);
  }

  @Test
  void whoSaysNothingOfAllWhileNobodyIsLetInProvesNothing() {
    denials.metByAll(denied(1), Extent.UNSAID);
    assertThat(denials.met(denied(1), Extent.UNSAID)).isEqualTo(Meaning.OPEN);
  }

  @Test
  void aThousandAreRemembered() {
    for (int i = 0; i < 1_000; i++) {
      denials.met(denied(i), Extent.UNSAID);
      denials.admitted(denied(-1));
    }
    assertThat(denials.met(denied(0), Extent.UNSAID)).isEqualTo(Meaning.THIS_ONE);
  }

  @Test
  void ofMoreThanAThousandEachCountsAsMayHaveBeenForgotten() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(denials.met(denied(i), Extent.UNSAID)).isEqualTo(Meaning.OPEN);
      denials.admitted(denied(-1));
    }
    assertThat(denials.met(denied(1_000), Extent.UNSAID)).isEqualTo(Meaning.ONE_OF_MANY);
    denials.admitted(denied(-1));
    assertThat(denials.met(denied(0), Extent.UNSAID))
        .as("forgotten for the last one")
        .isEqualTo(Meaning.ONE_OF_MANY);
  }

  /** They are parked: that there were many says nothing of those that come later. */
  @Test
  void thoseThatWereMeantThemselvesTakeNoPlaceOfOthers() {
    for (int i = 0; i < 2_000; i++) {
      denials.met(denied(i), Extent.UNSAID);
      assertThat(denials.met(denied(i), Extent.UNSAID)).isEqualTo(Meaning.THIS_ONE);
      denials.admitted(denied(-1));
    }
    assertThat(denials.met(denied(2_000), Extent.UNSAID)).isEqualTo(Meaning.OPEN);
  }

  private static Lease denied(int number) {
    Identity cause = new Identity("orders", "k" + number);
    Intent.Address mail = new Intent.Address(new Destination("mail"), 0);
    return new Lease(
        new Intent(cause, mail, Headers.none(), Body.none()),
        1,
        new Lease.DeliveryHistory(0, Lease.Trace.NONE, Duration.ZERO));
  }
}
