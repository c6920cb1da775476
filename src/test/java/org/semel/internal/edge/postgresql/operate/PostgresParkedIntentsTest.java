// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.semel.estate.Postgres;
import org.semel.internal.desk.operate.intents.Interventions;
import org.semel.internal.engine.send.Settlement.IntentParkingReason;
import org.semel.operations.IntentActs.IntentGroup;
import org.semel.operations.IntentActs.Intervention;
import org.semel.operations.IntentState;
import org.semel.operations.ParkedIntentsContract;
import org.semel.operations.RowVersion;
import org.semel.small.SmallServer;

class PostgresParkedIntentsTest extends ParkedIntentsContract {

  PostgresParkedIntentsTest() {
    super(new PostgresOpsWorld());
  }

  @Test
  void rowsThatAnotherVersionOrAPersonWroteHideNoGroup() {
    parkedNow(mail, "1", IntentParkingReason.REFUSED, "HTTP status 422");
    parkedBecause("2", "NULL");
    parkedBecause("3", "'OF_A_LATER_VERSION'");
    assertThat(operations.intents().groups(Optional.of(mail.name()), 10))
        .extracting(IntentGroup::rows)
        .containsExactly(1L, 1L, 1L);
  }

  /** It has waited for a row that was as it had been seen, and then is not. */
  @Test
  void whoWaitsForAnotherWhoChangesAnIntentDoesNotFindWhatWasSeen() {
    UUID key = parkedNow(mail, "1", IntentParkingReason.REFUSED, "401").key();
    Postgres postgres = SmallServer.shared().postgres();
    RowVersion seen =
        new RowVersion(
            postgres.number(
                "SELECT xmin::text::bigint FROM semel_intent WHERE key = ?::uuid", key.toString()));
    Interventions interventions = world.stores().interventions();
    CompletableFuture<Intervention> late =
        world.act(
            () -> {
              interventions.retry(key);
              CompletableFuture<Intervention> waiting =
                  CompletableFuture.supplyAsync(
                      () -> world.act(() -> interventions.withdraw(key, seen)));
              await("it waits for the row")
                  .until(
                      () ->
                          postgres.number(
                              "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                  + " AND query LIKE ?",
                              "%semel_intent%FOR UPDATE%"),
                      rows -> rows > 0);
              return waiting;
            });
    assertThat(late.join()).isEqualTo(new Intervention.Changed(IntentState.PENDING));
    assertThat(operations.intents().find(key).orElseThrow().state()).isEqualTo(IntentState.PENDING);
  }

  private void parkedBecause(String key, String reason) {
    SmallServer.shared()
        .postgres()
        .execute(
            "UPDATE semel_intent SET reason = %s WHERE key = '%s'"
                .formatted(
                    reason,
                    parkedNow(mail, key, IntentParkingReason.REFUSED, "HTTP status 422").key()));
  }
}
