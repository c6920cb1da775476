// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.internal.desk.operate.replay.ReplayRule;
import org.semel.internal.engine.keep.Registration.IdentityPolicy;
import org.semel.internal.engine.receive.Replayer;
import org.semel.message.Identity;
import org.semel.operations.Dossier.Remembered;
import org.semel.operations.Identities.Remembrance;
import org.semel.operations.IdentitiesContract;
import org.semel.operations.OperatorContext;
import org.semel.operations.OpsWorld;
import org.semel.small.SmallServer;

class PostgresIdentitiesTest extends IdentitiesContract {

  PostgresIdentitiesTest() {
    super(new PostgresOpsWorld());
  }

  /** Claims would lie where nothing looks for them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "natural|none|strategy=natural",
        "version|none|strategy=version",
        "claim|uuidv7|strategy=claim, identity-time=uuidv7"
      })
  void aConsumerThatLooksForNoClaimsIsRefused(String strategy, String time, String memory) {
    PostgresOpsWorld world = new PostgresOpsWorld();
    String consumer = "c-" + UUID.randomUUID();
    world.register(consumer, new IdentityPolicy("property:orderNo", strategy, time));
    assertThat(remember(world, consumer, Instant.EPOCH))
        .isEqualTo(new Remembrance.KeepsNoClaims(memory));
    assertThat(claimedAt(world, consumer)).isEmpty();
  }

  /** No one looks under a name that was given up, once the memory of before is over. */
  @Test
  void aNameThatWasGivenUpIsRefused() {
    PostgresOpsWorld world = new PostgresOpsWorld();
    String consumer = "c-" + UUID.randomUUID();
    world.register(consumer, "property:orderNo");
    execute("UPDATE semel_consumer SET succeeded_by = 'orders' WHERE name = '%s'", consumer);
    assertThat(remember(world, consumer, Instant.now()))
        .isEqualTo(new Remembrance.KeepsNoClaims("it goes on as orders"));
  }

  /** The next sweep would delete it, and each effect would happen once more. */
  @Test
  void whatTheRuleForgetsIsNotRememberedAnew() {
    PostgresOpsWorld world = new PostgresOpsWorld();
    String consumer = "c-" + UUID.randomUUID();
    world.register(consumer, "property:orderNo");
    execute(
        "INSERT INTO semel_retention (kept, owner, age) VALUES ('CLAIM', '%s', '30 days')",
        consumer);
    assertThat(remember(world, consumer, Instant.now().minus(Duration.ofDays(31))))
        .isInstanceOf(Remembrance.TooOld.class);
    assertThat(claimedAt(world, consumer)).isEmpty();
    assertThat(remember(world, consumer, Instant.now().minus(Duration.ofDays(29))))
        .isEqualTo(new Remembrance.Added(1, 0));
  }

  /** A classic idempotent consumer takes it back if its route fails. */
  @Test
  void aClaimOfARouteWithoutATransactionIsNotTakenForAnEffect() {
    PostgresOpsWorld world = new PostgresOpsWorld();
    String consumer = "c-" + UUID.randomUUID();
    world.register(consumer, "property:orderNo");
    remember(world, consumer, Instant.now());
    execute("UPDATE semel_claim SET owner = gen_random_uuid() WHERE consumer = '%s'", consumer);
    assertThat(remember(world, consumer, Instant.now()))
        .isEqualTo(new Remembrance.Undecided(List.of("1")));
  }

  private static void execute(String sql, String consumer) {
    SmallServer.shared().postgres().execute(sql.formatted(consumer));
  }

  /** A memory would last for longer than the policy says. */
  @Test
  void nothingIsRememberedAsOfATimeToCome() {
    PostgresOpsWorld world = new PostgresOpsWorld();
    String consumer = "c-" + UUID.randomUUID();
    world.register(consumer, "property:orderNo");
    remember(world, consumer, Instant.parse("2999-01-01T00:00:00Z"));
    assertThat(claimedAt(world, consumer))
        .hasValueSatisfying(at -> assertThat(at).isBefore("2999-01-01T00:00:00Z"));
  }

  private static Remembrance remember(PostgresOpsWorld world, String consumer, Instant at) {
    return world
        .operations(new Replayer(), name -> ReplayRule.ALLOWED, List::of, OpsWorld.NO_DEAD_LETTERS)
        .identities()
        .remember(consumer, List.of("1"), at, new OperatorContext("ann", "old table"));
  }

  private static Optional<Instant> claimedAt(PostgresOpsWorld world, String consumer) {
    return world
        .look(() -> world.stores().records().claim(new Identity(consumer, "1")))
        .map(Remembered::at);
  }
}
