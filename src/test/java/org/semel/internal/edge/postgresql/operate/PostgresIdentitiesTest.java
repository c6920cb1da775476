// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.internal.desk.operate.parked.ReplayRule;
import org.semel.internal.engine.keep.Registration.IdentityPolicy;
import org.semel.internal.engine.receive.Replayer;
import org.semel.message.Identity;
import org.semel.operations.Dossier.Remembered;
import org.semel.operations.Identities.Remembrance;
import org.semel.operations.IdentitiesContract;
import org.semel.operations.OperatorContext;
import org.semel.operations.OpsWorld;

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
