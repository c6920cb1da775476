// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.message.Body;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;

/** A parked conflict names the fields in which it differs from the first body. */
class ComparingParkedStoreTest {

  private static final Identity IDENTITY = new Identity("orders", "1");
  private static final Message SECOND = Messages.text("{\"a\":1,\"b\":2}");

  private final List<ParkedMessage> parked = new ArrayList<>();

  @Test
  void aConflictNamesTheFieldsInWhichItDiffers() {
    ParkedMessage conflict = parked(ParkingReason.CONFLICT, evidence());
    park("{\"a\":1,\"b\":3}", conflict);
    assertThat(parked)
        .containsExactly(
            new ParkedMessage(
                "orders", SECOND, conflict.verdict(), evidence().differingIn(List.of("b"))));
  }

  @Test
  void whatIsKnownOfAConflictIsKept() {
    ParkedMessage conflict = parked(ParkingReason.CONFLICT, evidence().differingIn(List.of("z")));
    park("{}", conflict);
    assertThat(parked).containsExactly(conflict);
  }

  @Test
  void anotherReasonIsNotCompared() {
    ParkedMessage failed = parked(ParkingReason.ATTEMPTS_EXHAUSTED, evidence());
    park("{}", failed);
    assertThat(parked).containsExactly(failed);
  }

  @Test
  void aConflictWithoutFirstBodyOrWithoutFieldsIsParkedAsItIs() {
    ParkedMessage conflict = parked(ParkingReason.CONFLICT, evidence());
    park("no json", conflict);
    new ComparingParkedStore(parked::addAll, KeptBodies.NONE).park(List.of(conflict));
    assertThat(parked).containsExactly(conflict, conflict);
  }

  @Test
  void forgetfulBodiesKeepNothingNewAndKnowTheFirst() {
    List<String> asked = new ArrayList<>();
    KeptBodies forgetful = bodies("{}", asked).forgetful();
    forgetful.keep(IDENTITY, SECOND);
    forgetful.flush();
    assertThat(asked).isEmpty();
    assertThat(forgetful.first(IDENTITY)).contains(Messages.text("{}").body());
  }

  private void park(String first, ParkedMessage message) {
    new ComparingParkedStore(parked::addAll, bodies(first, new ArrayList<>()))
        .park(List.of(message));
  }

  private static ParkedMessage parked(ParkingReason reason, IdentityEvidence evidence) {
    return new ParkedMessage("orders", SECOND, new Verdict(reason, "why"), evidence);
  }

  private static IdentityEvidence evidence() {
    return IdentityEvidence.of(new Offer(IDENTITY, FingerprintProfile.JSON.of(SECOND)));
  }

  private static KeptBodies bodies(String first, List<String> asked) {
    return new KeptBodies() {
      @Override
      public void keep(Identity identity, Message message) {
        asked.add("keep");
      }

      @Override
      public void flush() {
        asked.add("flush");
      }

      @Override
      public Optional<Body> first(Identity identity) {
        return identity.equals(IDENTITY)
            ? Optional.of(Messages.text(first).body())
            : Optional.empty();
      }
    };
  }
}
