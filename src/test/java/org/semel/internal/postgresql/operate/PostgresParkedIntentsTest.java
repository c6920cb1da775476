// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.semel.internal.intent.Settlement.IntentParkingReason;
import org.semel.operations.IntentActs.IntentGroup;
import org.semel.operations.ParkedIntentsContract;
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
