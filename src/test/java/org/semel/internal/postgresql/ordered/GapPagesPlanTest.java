// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.ordered;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.semel.internal.postgresql.ExplainedQuery;
import org.semel.operations.GapActs.GapPlace;
import org.semel.small.SmallServer;

/** A page of gaps is read from the index of what waits, in its order, however many there are. */
class GapPagesPlanTest {

  @Test
  void aPageOfGapsIsReadInTheOrderOfTheIndex() {
    assertThat(
            ExplainedQuery.plan(
                SmallServer.shared(), OpenGaps.OPEN, OpenGaps.binder("orders", GapPlace.START, 50)))
        .anyMatch(line -> line.contains("Merge Append"))
        .anyMatch(line -> line.contains("using semel_version_waiting"))
        .noneMatch(line -> line.contains("Seq Scan on semel_version"));
  }
}
