// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.semel.message.Messages.keyed;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.fake.InMemoryVersions;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.receive.World;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;
import org.semel.internal.engine.receive.identity.IdentityRule;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.internal.engine.receive.policy.OrderPolicy;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Identity;
import org.semel.message.ParkingReason;

/** With which aggregate a message is parked. */
class OrderedParkedStoreTest {

  private final World world = new World();

  @Test
  void aMessageIsParkedWithTheAggregateThatItNames() {
    park(IdentityRules.header("key"));
    assertThat(parked().evidence().aggregate()).contains(new Identity("c", "1"));
  }

  /** Which is why it is parked at all: what came out of here took its neighbours with it. */
  @ParameterizedTest
  @MethodSource("thrown")
  void aMessageWhoseAggregateCannotBeReadIsParkedWithoutIt(Throwable thrown) {
    park(throwing(thrown));
    assertThat(parked().verdict().reason()).isEqualTo(ParkingReason.UNREADABLE);
    assertThat(parked().evidence().aggregate()).isEmpty();
  }

  static Stream<Throwable> thrown() {
    return Stream.of(
        new IllegalStateException("of a rule"),
        new NoClassDefFoundError("of a library"),
        new StackOverflowError(),
        new InternalError("no font"));
  }

  @Test
  void ofMemoryThatIsTooSmallNothingIsLearntOfAMessage() {
    OutOfMemoryError error = new OutOfMemoryError("of the test");
    assertThatThrownBy(() -> park(throwing(error))).isSameAs(error);
    assertThat(world.parking.rows()).isEmpty();
  }

  private void park(IdentityRule aggregate) {
    OrderPolicy order =
        new OrderPolicy(
            new OrderPolicy.PlaceRules("property:key", "property:version"),
            aggregate,
            IdentityRules.header("version"),
            1,
            new OrderPolicy.Patience(
                Duration.ofHours(1),
                Duration.ofMillis(1),
                new Backoff(Duration.ofMillis(1), Duration.ofMillis(1))));
    InMemoryVersions versions = new InMemoryVersions(world.transactions, world.parking);
    OrderedParkedStore store = new OrderedParkedStore(world.parking, order, versions);
    world.transactions.inNew(
        Duration.ofSeconds(10),
        () -> {
          store.park(
              List.of(
                  new ParkedMessage(
                      "c",
                      keyed("1", "a", 1),
                      new Verdict(ParkingReason.UNREADABLE, "reading its identity failed"),
                      IdentityEvidence.unknown())));
          return Decision.commit("");
        });
  }

  private ParkedMessage parked() {
    assertThat(world.parking.rows()).hasSize(1);
    return world.parking.rows().get(0);
  }

  private static IdentityRule throwing(Throwable thrown) {
    return message -> {
      if (thrown instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) thrown;
    };
  }
}
