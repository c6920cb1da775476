// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.message.Identity;
import org.semel.message.ParkingReason;
import org.semel.operations.GapActs.SettingBack;
import org.semel.operations.Operations;
import org.semel.operations.OperatorContext;
import org.semel.operations.ParkedCase;
import org.semel.operations.Plan;
import org.semel.operations.ReleaseResult;
import org.semel.operations.Selection;
import org.semel.small.Jms;

/**
 * Messages that were claimed and whose version was refused, and what becomes of them when they are
 * released. Their identity is their event's, not aggregate and version.
 */
class ReleasedConflictsTest {

  private static final OperatorContext ANN = new OperatorContext("ann", "let us see");

  private final SmallEstate estate = new SmallEstate();
  private final Operations operations = new StartedOperations(() -> estate.engine().operations());
  private final List<String> seen = new CopyOnWriteArrayList<>();

  /** A UUID of version 7 (RFC 9562, section 5.7), for those that look for a time in an identity. */
  private final UUID minted =
      new UUID(
          System.currentTimeMillis() << 16 | 0x7000, UUID.randomUUID().getLeastSignificantBits());

  @AfterEach
  void stop() {
    estate.close();
  }

  /** What is stored first is told to be on its way, and is a conflict again when its turn comes. */
  @ParameterizedTest
  @CsvSource({
    "xa, claim",
    "xa, uuidv7",
    "ack-after-commit, claim",
    "ack-after-commit, uuidv7",
    "store-first, claim",
    "store-first, uuidv7"
  })
  void aVersionConflictStaysOneWhoeverReleasesIt(String protocol, String claims) {
    start(protocol, claims);
    anotherBodyCameForAVersionThatTookEffect();
    releasedInVain(protocol);
    assertThat(seen).containsExactly("first");
  }

  @ParameterizedTest
  @CsvSource({
    "xa, claim",
    "xa, uuidv7",
    "ack-after-commit, claim",
    "ack-after-commit, uuidv7",
    "store-first, claim",
    "store-first, uuidv7"
  })
  void aConflictWithOneThatWaitsBehindAGapStaysOne(String protocol, String claims) {
    start(protocol, claims);
    send("e2", "a", 2, "second");
    await().until(() -> estate.count("semel_held", "true") == 1);
    send("e3", "a", 2, "other");
    await().until(() -> waiting().size() == 1);
    releasedInVain(protocol);
    send("e1", "a", 1, "first");
    await().until(() -> seen.equals(List.of("first", "second")));
  }

  @ParameterizedTest
  @CsvSource({"xa, claim", "xa, uuidv7", "ack-after-commit, claim", "store-first, claim"})
  void aPlanThrowsNoConflictAway(String protocol, String claims) {
    start(protocol, claims);
    anotherBodyCameForAVersionThatTookEffect();
    long plan = runAPlanOverAllThatIsParked();
    assertThat(operations.plans().find(plan).orElseThrow().progress().failed()).isEqualTo(1);
    assertThat(waiting()).hasSize(1);
    assertThat(seen).containsExactly("first");
  }

  @ParameterizedTest
  @ValueSource(strings = {"claim", "uuidv7"})
  void theOtherBodyTakesEffectOnceItsAggregateIsSetBack(String claims) {
    start("xa", claims);
    anotherBodyCameForAVersionThatTookEffect();
    assertThat(operations.gaps().setBack(new Identity(estate.name, "a"), 0, ANN))
        .isEqualTo(new SettingBack.SetBack(1));
    assertThat(operations.parked().release(waiting().get(0).id(), ANN))
        .isEqualTo(new ReleaseResult.TookEffect(0));
    assertThat(seen).containsExactly("first", "other");
  }

  private void anotherBodyCameForAVersionThatTookEffect() {
    send("e1", "a", 1, "first");
    await().until(() -> seen.equals(List.of("first")));
    send("e2", "a", 1, "other");
    await().until(() -> waiting().size() == 1);
  }

  private void releasedInVain(String protocol) {
    long id = waiting().get(0).id();
    assertThat(waiting().get(0).cause().reason()).isEqualTo(ParkingReason.CONFLICT);
    ReleaseResult release = operations.parked().release(id, ANN);
    if (protocol.equals("store-first")) {
      assertThat(release).isInstanceOf(ReleaseResult.Stored.class);
      await("it is a case again").until(() -> !waiting().isEmpty() && waiting().get(0).id() > id);
    } else {
      assertThat(release)
          .isInstanceOfSatisfying(
              ReleaseResult.Refused.class,
              refused -> assertThat(refused.reason()).isEqualTo(ParkingReason.CONFLICT));
    }
    assertThat(waiting())
        .extracting(found -> found.cause().reason())
        .containsExactly(ParkingReason.CONFLICT);
  }

  private long runAPlanOverAllThatIsParked() {
    Replays replays = new Replays(operations, ANN);
    long plan = replays.frozen(Selection.parked(estate.name, 100), new Plan.Pace(100, 100));
    replays.run(plan);
    return plan;
  }

  private List<ParkedCase> waiting() {
    return operations.parked().waiting(estate.name, 0, 10);
  }

  /** By a strategy that keeps claims, or in daily partitions by the time in the identity. */
  private void start(String protocol, String claims) {
    estate.under(protocol);
    estate.consumer(claims.equals("uuidv7") ? "identity-time" : "strategy", claims);
    estate.consumer("identity", "property:event");
    estate.consumer("aggregate", "property:aggregate");
    estate.consumer("version", "property:version");
    estate.consumer("poll", "50ms");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .process(exchange -> seen.add(exchange.getMessage().getBody(String.class)));
          }
        });
  }

  private void send(String event, String aggregate, long version, String body) {
    Jms.send(
        estate.server.broker(),
        estate.name,
        context -> {
          var message = context.createTextMessage(body);
          message.setStringProperty("event", event + "|" + minted);
          message.setStringProperty("aggregate", aggregate);
          message.setStringProperty("version", Long.toString(version));
          return message;
        });
  }
}
