// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.receive.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.internal.postgresql.SqlFaults;
import org.semel.internal.receive.HandlingFailed;
import org.semel.internal.tx.Completion.During;
import org.semel.internal.tx.Completion.RolledBack;
import org.semel.internal.tx.Faults.Opinion;
import org.semel.internal.tx.TransactionTimedOut;
import org.semel.message.Identity;

/** Which failures of a transaction count as attempts. */
class RollbacksTest {

  private final SQLException gone = new SQLException("terminated", "57P01");

  @Test
  void aDatabaseThatStoodStillForLongerThanTheTransactionAndWentAwayPasses() {
    assertThat(stays(During.OVERTIME, gone)).isFalse();
  }

  @Test
  void aRouteThatTakesTooLongStaysUnlessItMeetsAFaultThatPasses() {
    HandlingFailed seen = new HandlingFailed(new Identity("c", "1"), gone);
    assertThat(stays(During.OVERTIME, seen)).isFalse();
    assertThat(stays(During.OVERTIME, new TransactionTimedOut())).isTrue();
  }

  private static boolean stays(During during, Throwable cause) {
    return Rollbacks.stays(new SqlFaults(), new RolledBack<>(during, cause));
  }

  @ParameterizedTest
  @CsvSource({
    "BEGIN, NONE, false",
    "BEGIN, LASTING, true",
    "BEGIN, TRANSIENT, false",
    "WORK, NONE, true",
    "WORK, LASTING, true",
    "WORK, UNREACHED, false",
    "WORK, TRANSIENT, false",
    "COMMIT, NONE, false",
    "COMMIT, LASTING, true",
    "COMMIT, TRANSIENT, false",
    "OVERTIME, NONE, true",
    "OVERTIME, LASTING, true",
    "OVERTIME, CONTENDED, false"
  })
  void whatWouldFailAgainDependsOnWhereItFailedAndOnWhatIsKnownOfIt(
      During during, Opinion opinion, boolean stays) {
    RolledBack<?> failed = new RolledBack<>(during, new IllegalStateException("x"));
    assertThat(Rollbacks.stays(fault -> opinion, failed)).isEqualTo(stays);
  }

  @Test
  void aRoutesOwnFailureIsWhatIsTold() {
    assertThat(Rollbacks.failure(new HandlingFailed(new Identity("c", "1"), gone))).isSameAs(gone);
    assertThat(Rollbacks.failure(gone)).isSameAs(gone);
  }
}
