// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.semel.estate.Postgres;
import org.semel.internal.edge.postgresql.retention.RetentionTable;
import org.semel.internal.engine.keep.RetainedKind;
import org.semel.internal.engine.keep.RetentionRule;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Messages;
import org.semel.operations.KeptContract;
import org.semel.operations.Plan;
import org.semel.operations.PlanActs;
import org.semel.operations.ReleaseResult;
import org.semel.operations.Selection;
import org.semel.small.SmallServer;

class PostgresKeptTest extends KeptContract {

  private final SmallServer server = SmallServer.shared();
  private final Postgres postgres = server.postgres();

  PostgresKeptTest() {
    super(new PostgresOpsWorld());
  }

  @Test
  void whatIsOlderThanItsIdentityIsRememberedIsNotReplayedThoughNobodyHasSweptIt() {
    receive(Messages.keyed("1", "a", 1));
    long id = kept().get(0).id();
    remember(Duration.ofHours(1));
    postgres.execute(
        "UPDATE semel_body SET kept_at = kept_at - interval '61 minutes' WHERE id = " + id);
    postgres.execute("DELETE FROM semel_claim WHERE consumer = '" + consumer + "'");
    assertThat(kept()).isEmpty();
    assertThat(operations.kept().replay(id, ANN)).isInstanceOf(ReleaseResult.NotFound.class);
    assertThat(
            operations.plans().freeze(Selection.kept(consumer, 100), new Plan.Pace(1_000, 0), ANN))
        .isNotInstanceOf(PlanActs.Made.Frozen.class);
  }

  /** Retention may forget the identity just before the replay claims it. */
  @Test
  void whatBecomesTooOldWhileItIsReplayedTakesNoEffect() {
    receive(Messages.keyed("1", "a", 1));
    long id = kept().get(0).id();
    remember(Duration.ofHours(1));
    meanwhile(
        () -> {
          postgres.execute(
              "UPDATE semel_body SET kept_at = kept_at - interval '61 minutes' WHERE id = " + id);
          postgres.execute("DELETE FROM semel_claim WHERE consumer = '" + consumer + "'");
        });
    assertThat(operations.kept().replay(id, ANN)).isEqualTo(new ReleaseResult.NotFound());
    assertThat(operations.identities().dossier(identity("1")).claim()).isEmpty();
    assertThat(kept()).isEmpty();
  }

  @Test
  void whatIsStoredFirstIsKeptForAsLongAsItsIdentityAndNotLonger() {
    postgres.execute(
        """
        INSERT INTO semel_inbox (identity, consumer, key, headers, form, body, destination, message_id, deliveries, received_at)
        SELECT '%s', '%s', '1', '{}', 'NONE', '', '', '', 1, clock_timestamp() - interval '5 days'
        """
            .formatted(identity("1").digest(), consumer));
    receive(Messages.keyed("1", "a", 1));
    assertThat(
            postgres.number(
                "SELECT count(*) FROM semel_body WHERE consumer = ? AND kept_at < clock_timestamp() - interval '5 days'",
                consumer))
        .isEqualTo(1);
  }

  private void remember(Duration age) {
    server
        .transactions()
        .inNew(
            Duration.ofSeconds(30),
            () -> {
              new RetentionTable(server.jdbc())
                  .declare(
                      List.of(
                          new RetentionRule(RetainedKind.CLAIM, consumer, age),
                          new RetentionRule(RetainedKind.BODY, consumer, age)));
              return Decision.commit(age);
            });
  }
}
