// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.semel.message.Identity;
import org.semel.store.SqlFaults;
import org.semel.tx.Completion.During;
import org.semel.tx.Completion.RolledBack;
import org.semel.tx.TransactionTimedOut;

/** Which failures of a transaction count as attempts. */
class RollbacksTest {

  private final SQLException gone = new SQLException("terminated", "57P01");

  @Test
  void aDatabaseThatStoodStillForLongerThanTheTransactionAndWentAwayPasses() {
    assertThat(stays(During.OVERTIME, gone)).isFalse();
  }

  @Test
  void aRouteThatTakesTooLongStaysWhateverItSees() {
    HandlingFailed seen = new HandlingFailed(new Identity("c", "1"), gone);
    assertThat(stays(During.OVERTIME, seen)).isTrue();
    assertThat(stays(During.OVERTIME, new TransactionTimedOut())).isTrue();
  }

  private static boolean stays(During during, Throwable cause) {
    return Rollbacks.stays(new SqlFaults(), new RolledBack<>(during, cause));
  }
}
