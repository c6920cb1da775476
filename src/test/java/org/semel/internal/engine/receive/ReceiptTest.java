// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;

/** What each receipt counts as. */
class ReceiptTest {

  private static final Identity ID = new Identity("c", "1");
  private static final Message MESSAGE = Messages.text("b");
  private static final ParkedMessage PARKED =
      new ParkedMessage(
          "c", MESSAGE, new Verdict(ParkingReason.NO_IDENTITY, "none"), IdentityEvidence.unknown());

  @Test
  void whatIsStoredIsAcceptedLikeWhatTookEffect() {
    assertThat(word(new Receipt.Processed(ID, MESSAGE))).isEqualTo("accepted 1");
    assertThat(word(new Receipt.Deferred(ID, MESSAGE))).isEqualTo("accepted 1");
  }

  @Test
  void whatWaitsForItsPredecessorIsHeldAndWhatCameBeforeIsRepeated() {
    assertThat(word(new Receipt.OutOfSequence(ID, MESSAGE))).isEqualTo("held 1");
    assertThat(word(new Receipt.Duplicate(ID, MESSAGE))).isEqualTo("repeated 1");
    assertThat(word(new Receipt.Ignored(ID, MESSAGE))).isEqualTo("repeated 1");
  }

  @Test
  void onlyWhatIsParkedWaitsForAPerson() {
    Receipt parked = new Receipt.Parked(PARKED);
    assertThat(word(parked)).isEqualTo("parked c");
    assertThat(parked.toPark()).contains(PARKED);
    assertThat(parked.message()).isEqualTo(MESSAGE);
    assertThat(new Receipt.Processed(ID, MESSAGE).toPark()).isEmpty();
    assertThat(new Receipt.OutOfSequence(ID, MESSAGE).toPark()).isEmpty();
    assertThat(new Receipt.Ignored(ID, MESSAGE).toPark()).isEmpty();
  }

  private static String word(Receipt receipt) {
    return receipt.<String>fold(
        identity -> "accepted " + identity.key(),
        identity -> "held " + identity.key(),
        identity -> "repeated " + identity.key(),
        parked -> "parked " + parked.consumer());
  }
}
