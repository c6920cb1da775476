// SPDX-License-Identifier: Apache-2.0
package org.semel.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.semel.inbox.Parked.Subject;
import org.semel.inbox.Parked.Verdict;
import org.semel.message.Body;
import org.semel.message.FingerprintProfile;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.Reason;

/** A parked conflict names the fields in which it differs from the first body. */
class ComparingParkingTest {

  private static final Identity IDENTITY = new Identity("orders", "1");
  private static final Message SECOND = Messages.text("{\"a\":1,\"b\":2}");

  private final List<Parked> parked = new ArrayList<>();

  @Test
  void aConflictNamesTheFieldsInWhichItDiffers() {
    Parked conflict = parked(Reason.CONFLICT, subject());
    park("{\"a\":1,\"b\":3}", conflict);
    assertThat(parked)
        .containsExactly(
            new Parked("orders", SECOND, conflict.verdict(), subject().differingIn(List.of("b"))));
  }

  @Test
  void whatIsKnownOfAConflictIsKept() {
    Parked conflict = parked(Reason.CONFLICT, subject().differingIn(List.of("z")));
    park("{}", conflict);
    assertThat(parked).containsExactly(conflict);
  }

  @Test
  void anotherReasonIsNotCompared() {
    Parked failed = parked(Reason.ATTEMPTS_EXHAUSTED, subject());
    park("{}", failed);
    assertThat(parked).containsExactly(failed);
  }

  @Test
  void aConflictWithoutFirstBodyOrWithoutFieldsIsParkedAsItIs() {
    Parked conflict = parked(Reason.CONFLICT, subject());
    park("no json", conflict);
    new ComparingParking(parked::addAll, Bodies.NONE).park(List.of(conflict));
    assertThat(parked).containsExactly(conflict, conflict);
  }

  @Test
  void forgetfulBodiesKeepNothingNewAndKnowTheFirst() {
    List<String> asked = new ArrayList<>();
    Bodies forgetful = bodies("{}", asked).forgetful();
    forgetful.keep(IDENTITY, SECOND);
    forgetful.flush();
    assertThat(asked).isEmpty();
    assertThat(forgetful.first(IDENTITY)).contains(Messages.text("{}").body());
  }

  private void park(String first, Parked message) {
    new ComparingParking(parked::addAll, bodies(first, new ArrayList<>())).park(List.of(message));
  }

  private static Parked parked(Reason reason, Subject subject) {
    return new Parked("orders", SECOND, new Verdict(reason, "why"), subject);
  }

  private static Subject subject() {
    return Subject.of(new Offer(IDENTITY, FingerprintProfile.JSON.of(SECOND)));
  }

  private static Bodies bodies(String first, List<String> asked) {
    return new Bodies() {
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
