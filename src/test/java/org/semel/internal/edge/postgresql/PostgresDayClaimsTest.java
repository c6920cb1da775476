// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.semel.internal.desk.operate.replay.ReplayRule;
import org.semel.internal.edge.postgresql.claim.DatedClaimTable;
import org.semel.internal.edge.postgresql.operate.PostgresOpsWorld;
import org.semel.internal.engine.receive.Policies;
import org.semel.internal.engine.receive.Receiver;
import org.semel.internal.engine.receive.ReceiverStores;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedMessage.IdentityEvidence;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.internal.engine.receive.identity.MintTime;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;
import org.semel.operations.Dossier.Remembered;
import org.semel.operations.DryRunReport;
import org.semel.operations.Operations;
import org.semel.operations.OperatorContext;
import org.semel.operations.OpsWorld;
import org.semel.operations.ParkedCase;
import org.semel.operations.Plan;
import org.semel.operations.PlanActs;
import org.semel.operations.ReleaseResult;
import org.semel.operations.Selection;
import org.semel.small.SmallServer;

/** What operators do with claims that lie by day. */
class PostgresDayClaimsTest {

  private static final Duration WAIT = Duration.ofSeconds(2);
  private static final OperatorContext ANN = new OperatorContext("ann", "the price list is mended");

  private final Jdbc jdbc = SmallServer.shared().jdbc();
  private final OpsWorld world = new PostgresOpsWorld();
  private final Instant minted = Instant.now().minus(Duration.ofDays(2));
  private final String consumer = "c-" + UUID.randomUUID();
  private final AtomicInteger effects = new AtomicInteger();

  /** Where a message carries the time of its day. */
  enum Days {
    UUIDV7 {
      @Override
      String key(Instant minted) {
        return uuid7(minted);
      }
    },
    ULID {
      @Override
      String key(Instant minted) {
        return ulid(minted);
      }
    },
    CLOUDEVENT;

    String key(Instant minted) {
      return "order-17";
    }

    MintTime time() {
      return MintTime.valueOf(name());
    }

    private static String ulid(Instant time) {
      String digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
      StringBuilder text = new StringBuilder("0000000000000000");
      for (long rest = time.toEpochMilli(), i = 0; i < 10; i++, rest /= 32) {
        text.insert(0, digits.charAt((int) (rest % 32)));
      }
      return text.insert(0, "orders|").toString();
    }

    private static String uuid7(Instant time) {
      String millis = String.format("%012x", time.toEpochMilli());
      return millis.substring(0, 8) + "-" + millis.substring(8) + "-7123-8123-123456789abc";
    }
  }

  @ParameterizedTest
  @EnumSource
  void aParkedMessageThatIsReleasedGivesItsClaimBack(Days days) {
    claim(days);
    ParkedCase held = park(days);
    assertThat(claim(days)).isEqualTo(new Claim.Duplicate());
    free(held);
    assertThat(claim(days)).isEqualTo(new Claim.Claimed());
  }

  /**
   * Nobody remembers its day any more; but what held its claim for so long has not taken effect.
   */
  @Test
  void aParkedMessageThatHeldItsClaimIsReleasedHoweverOldItHasBecome() {
    ParkedCase held = park(Days.UUIDV7);
    assertThat(rehearsed()).isEqualTo(new DryRunReport(1, 0, 0, 0, 0, 0, 0));
    assertThat(operations().parked().release(held.id(), ANN))
        .isEqualTo(new ReleaseResult.TookEffect(0));
    assertThat(effects).hasValue(1);
  }

  /** A copy of it may have taken effect, and nobody knows. */
  @Test
  void aParkedMessageThatIsTooOldAndHeldNoClaimIsNotReleased() {
    ParkedCase waiting = park(IdentityEvidence.of(offer(Days.UUIDV7)));
    assertThat(rehearsed()).isEqualTo(new DryRunReport(0, 0, 0, 0, 1, 0, 0));
    assertThat(operations().parked().release(waiting.id(), ANN))
        .isInstanceOfSatisfying(
            ReleaseResult.Refused.class,
            refused -> assertThat(refused.reason()).isEqualTo(ParkingReason.OUT_OF_TIME));
    assertThat(effects).hasValue(0);
  }

  private DryRunReport rehearsed() {
    PlanActs plans = operations().plans();
    PlanActs.Made made = plans.freeze(Selection.parked(consumer, 1), new Plan.Pace(1, 0), ANN);
    return plans.rehearse(((PlanActs.Made.Frozen) made).plan().id()).orElseThrow();
  }

  /** Of a consumer that remembers the times of a day. */
  private Operations operations() {
    ReceiverStores all = world.memory();
    ClaimStore day = new DatedClaimTable(jdbc, WAIT, Duration.ofDays(1));
    Replayer replayer = new Replayer();
    replayer.open(
        new Receiver(
            Policies.of(consumer),
            IdentityRules.minted(IdentityRules.header("key"), MintTime.UUIDV7),
            new ReceiverStores(day, all.attempts(), all.parking(), all.intents(), all.bodies()),
            (message, identity) -> effects.incrementAndGet()));
    return world.operations(
        replayer, name -> ReplayRule.ALLOWED, List::of, OpsWorld.NO_DEAD_LETTERS);
  }

  @ParameterizedTest
  @EnumSource
  void aClaimThatWasMadeAfterParkingIsNotGivenBack(Days days) {
    ParkedCase held = park(days);
    claim(days);
    free(held);
    assertThat(claim(days)).isEqualTo(new Claim.Duplicate());
  }

  /**
   * Small tables are read through whatever indexes there are, so that the planner is told not to.
   */
  @ParameterizedTest
  @EnumSource
  void toGiveAClaimBackNoDayIsReadThrough(Days days) {
    claim(days);
    ParkedCase held = park(days);
    long scans =
        world.look(
            () -> {
              number("SELECT set_config('enable_seqscan', 'off', true), 0 AS number");
              long before = scans();
              world.stores().cases().freeClaim(held);
              return scans() - before;
            });
    assertThat(scans).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void anIdentityIsForgottenOnWhateverDayItLies(Days days) {
    claim(days);
    assertThat(world.act(() -> world.stores().records().forget(identity(days)))).isTrue();
    assertThat(claim(days)).isEqualTo(new Claim.Claimed());
  }

  @ParameterizedTest
  @EnumSource
  void aClaimByDayThatAParkedMessageHoldsIsNotForgotten(Days days) {
    claim(days);
    park(days);
    assertThat(world.act(() -> world.stores().records().forget(identity(days)))).isFalse();
    assertThat(claim(days)).isEqualTo(new Claim.Duplicate());
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CLOUDEVENT")
  void aClaimByDayIsShownWithItsDuplicates(Days days) {
    claim(days);
    claim(days);
    Remembered claim =
        world.look(() -> world.stores().records().claim(identity(days))).orElseThrow();
    assertThat(claim.fingerprint()).isEqualTo(offer(days).fingerprint());
    assertThat(world.look(() -> world.stores().records().absorbed(identity(days))).count())
        .isEqualTo(1);
  }

  @Test
  void anotherConsumersClaimOfTheSameKeyIsLeftAlone() {
    claim(Days.UUIDV7);
    Identity foreign = new Identity("other-" + consumer, key(Days.UUIDV7));
    assertThat(world.act(() -> world.stores().records().forget(foreign))).isFalse();
    assertThat(claim(Days.UUIDV7)).isEqualTo(new Claim.Duplicate());
  }

  private Claim claim(Days days) {
    ClaimStore inbox = new DatedClaimTable(jdbc, WAIT, Duration.ofDays(31));
    return world.act(() -> inbox.claim(List.of(offer(days)))).get(0);
  }

  private ParkedCase park(Days days) {
    return park(IdentityEvidence.of(offer(days)).holdingClaim());
  }

  private ParkedCase park(IdentityEvidence evidence) {
    ParkedMessage parked =
        new ParkedMessage(
            consumer,
            message(),
            new ParkedMessage.Verdict(ParkingReason.ATTEMPTS_EXHAUSTED, "x: y"),
            evidence);
    world.act(
        () -> {
          world.memory().parking().park(List.of(parked));
          return parked;
        });
    return world.look(() -> world.stores().cases().waiting(consumer, 0, 1)).get(0);
  }

  private void free(ParkedCase held) {
    world.act(
        () -> {
          world.stores().cases().freeClaim(held);
          return held;
        });
  }

  private Offer offer(Days days) {
    return new Offer(
        identity(days),
        FingerprintProfile.EXACT.of(message()),
        days.time().of(message(), key(days)));
  }

  private Identity identity(Days days) {
    return new Identity(consumer, key(days));
  }

  private String key(Days days) {
    return days.key(minted);
  }

  private Message message() {
    return Messages.text(
        "a", Map.of("key", key(Days.UUIDV7), "ce_id", "17", "ce_time", minted.toString()));
  }

  /** Of this session, since it last told anybody. */
  private long scans() {
    return number(
        """
        SELECT sum(seq_scan) AS number FROM pg_stat_xact_user_tables WHERE relname LIKE 'semel_window_%'
        """);
  }

  private long number(String sql) {
    return jdbc.query("ask", sql, binds -> {}, row -> row.getLong("number")).get(0);
  }
}
