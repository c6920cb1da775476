// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.receive.rows.InboxStage;
import org.semel.internal.engine.send.Settlement;
import org.semel.operations.IntentRecord;
import org.semel.operations.Underway;

/** What operators see of a state has the same word as in the core and in the tables. */
class SameWordsTest {

  @Test
  void operatorsSeeEveryStageOfAStoredMessage() {
    assertThat(names(Underway.Stage.values())).isEqualTo(names(InboxStage.values()));
  }

  @Test
  void operatorsSeeEveryReasonForWhichAnIntentIsParked() {
    assertThat(names(IntentRecord.Reason.values()))
        .isEqualTo(names(Settlement.IntentParkingReason.values()));
  }

  private static List<String> names(Enum<?>[] constants) {
    return Arrays.stream(constants).map(Enum::name).toList();
  }
}
