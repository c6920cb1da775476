// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.ClaimedHandler;
import org.semel.internal.engine.receive.IdentifiedMessage;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.rows.Versions.Place;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;

/** One way through a batch: in which order, what is noted of it, and who is woken. */
class VersionWalkTest {

  private final OrderedWorld world = new OrderedWorld();

  @Test
  void thoseOfOneBatchTakeEffectInOrderHoweverTheyArrived() {
    assertThat(world.come(3, 1, 2))
        .hasExactlyElementsOfTypes(
            Receipt.Processed.class, Receipt.Processed.class, Receipt.Processed.class);
  }

  @Test
  void whoeverReleasesIsWokenIfAnAggregateHasAdvancedAndNotOtherwise() {
    world.come(3);
    assertThat(world.released.signals()).as("held").isZero();
    world.come(1);
    assertThat(world.released.signals()).isEqualTo(1);
    world.come(1);
    assertThat(world.released.signals()).as("old").isEqualTo(1);
  }

  @Test
  void nobodyIsWokenForWhatIsRolledBack() {
    world.world.transactions.inNew(
        OrderedWorld.TIMEOUT,
        () ->
            Decision.discard(
                world.gate(OrderedWorld::processed).handle(List.of(OrderedWorld.candidate(1)))));
    assertThat(world.released.signals()).isZero();
  }

  @Test
  void whereNothingAdvancesAndNothingIsIgnoredNothingIsNoted() {
    world.come(3);
    assertThat(world.asked).containsExactly("lock", "hold");
    world.come(1);
    world.asked.clear();
    world.come(1);
    assertThat(world.asked).as("an old one is counted").containsExactly("lock", "advance");
  }

  @Test
  void aRehearsalAsksTheRehearsedRoute() {
    List<String> called = new ArrayList<>();
    ClaimedHandler rehearsed = OrderedWorld::processed;
    ClaimedHandler route =
        new ClaimedHandler() {
          @Override
          public List<Receipt> handle(List<IdentifiedMessage> ours) {
            called.add("route");
            return OrderedWorld.processed(ours);
          }

          @Override
          public ClaimedHandler rehearsed() {
            return rehearsed;
          }
        };
    assertThat(
            world.in(
                () -> world.gate(route).rehearsed().handle(List.of(OrderedWorld.candidate(1)))))
        .hasExactlyElementsOfTypes(Receipt.Processed.class);
    assertThat(called).isEmpty();
    assertThat(rehearsed.rehearsed()).as("what calls no route").isSameAs(rehearsed);
  }

  @Test
  void whatIsParkedForAnotherReasonThanAConflictIsNotCompared() {
    world.come(3);
    IdentifiedMessage one = OrderedWorld.candidate(3);
    ParkedMessage parked =
        new ParkedMessage(
            "c",
            one.message(),
            new Verdict(ParkingReason.ATTEMPTS_EXHAUSTED, "no"),
            IdentityEvidence.of(one.offer()));
    world.asked.clear();
    world.in(
        () -> {
          new OrderedParkedStore(world.world.parking, world.order, world.versions)
              .park(List.of(parked));
          return "";
        });
    assertThat(world.asked).isEmpty();
    assertThat(world.world.parking.rows())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.verdict()).isEqualTo(parked.verdict());
              assertThat(row.evidence())
                  .isEqualTo(parked.evidence().of(OrderedWorld.A, OptionalLong.of(3)));
            });
  }

  @Test
  void aMessageWithoutAPlaceWhichTheRuleOfIdentityRefusesIsADefect() {
    assertThatThrownBy(() -> Place.of(world.order, "c", Messages.text("b")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a message without a place was let pass");
  }
}
