// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.net.SocketException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.internal.edge.jta.JtaFaults;
import org.semel.internal.engine.tx.Cause;
import org.semel.internal.engine.tx.Faults;
import org.semel.internal.engine.tx.TransactionTimedOut;
import org.semel.xa.PostgresXADataSource;

class SqlFaultsTest {

  private final SqlFaults faults = new SqlFaults();

  @ParameterizedTest
  @CsvSource({
    "AWAY, 08000 08003 08006 53300 53100 57P01 57P02 57P03 58030 25006 XX001 XX002",
    "TIMED_OUT, 57014 25P03",
    "LOCKED, 55P03",
    "OUTRUN, 40001 40P01",
    "INHERITED, 25P02",
    "REFUSED, 23505 23503 23514 22001 22P02 42P01 42501 0A000 40002 54000 55000 28P01",
    "REFUSED, P0001 P0002 09000 27000 2F002 38000 39000 XX000 MY001 UD001"
  })
  void aStateIsReadByItsClassOrByItself(Cause cause, String states) {
    for (String state : states.split(" ", -1)) {
      assertThat(faults.of(new SQLException("x", state))).as(state).isEqualTo(cause);
    }
  }

  @Test
  void atWorkALoginThatIsRefusedAndARightThatSemelLacksAreWaitedFor() {
    Faults atWork = SqlFaults.atWork();
    assertThat(atWork.of(new SQLException("x", "28P01"))).isEqualTo(Cause.UNFIT);
    assertThat(atWork.of(new SQLException("x", "42501"))).isEqualTo(Cause.UNNAMED);
    assertThat(atWork.of(new StoreException("claim", new SQLException("x", "42501"))))
        .isEqualTo(Cause.UNFIT);
    assertThat(atWork.of(new StoreException("claim", new SQLException("x", "22P05"))))
        .isEqualTo(Cause.UNNAMED);
  }

  @Test
  void whoMeetsABrokenTransactionHasNotBrokenIt() {
    SQLException aborted = new SQLException("x", "25P02");
    aborted.addSuppressed(new SQLException("x", "23505"));
    assertThat(faults.ofAll(aborted)).isEqualTo(Cause.INHERITED);
  }

  @Test
  void nothingIsSaidAboutWhatIsNotOurs() {
    assertThat(faults.of(new IllegalStateException())).isEqualTo(Cause.UNNAMED);
  }

  /** As IronJacamar and Agroal say that they have no connection to give (IJ000453). */
  @Test
  void whatNoDatabaseHasSaidIsAPoolWithoutAConnection() {
    assertThat(faults.ofAll(new SQLTransientConnectionException())).isEqualTo(Cause.UNREACHED);
    assertThat(faults.ofAll(new SQLException("IJ000453", new IllegalStateException("IJ000655"))))
        .isEqualTo(Cause.UNREACHED)
        .satisfies(cause -> assertThat(cause.passes()).isTrue());
  }

  /** IJ000460: so a pool answers in a transaction that has been rolled back. */
  @Test
  void thatAPoolGivesNothingToALostTransactionDoesNotExcuseWhoLostIt() {
    TransactionTimedOut overran = new TransactionTimedOut();
    overran.addSuppressed(new SQLException("IJ000460", new IllegalStateException("IJ000459")));
    Faults both = Faults.firstOf(List.of(faults, new JtaFaults()));
    assertThat(both.ofAll(overran)).isEqualTo(Cause.OVERTIME);
    overran.addSuppressed(new SQLException("gone", "08006"));
    assertThat(both.ofAll(overran)).isEqualTo(Cause.AWAY);
  }

  /** So it is after a time-out: the data source closes the connection of what runs too long. */
  @Test
  void thatAConnectionWasClosedFromThisSideDoesNotExcuseWhoOverran() {
    SQLException closed = new SQLException("x", "08006", new SocketException("Socket closed"));
    closed.addSuppressed(new SQLException("as the statement was closed", "08003"));
    assertThat(faults.ofAll(new IllegalStateException(closed)).passes()).isFalse();
    TransactionTimedOut overran = new TransactionTimedOut();
    overran.addSuppressed(closed);
    assertThat(Faults.firstOf(List.of(faults, new JtaFaults())).ofAll(overran))
        .isEqualTo(Cause.OVERTIME);
  }

  /** Such as a claim on a table that somebody has locked: no message is at fault. */
  @Test
  void aStatementOfOursThatWasCutOffPassesUnlessTheRouteOverran() {
    SQLException closed = new SQLException("x", "08006", new SocketException("Socket closed"));
    closed.addSuppressed(new SQLException("as the statement was closed", "08003"));
    StoreException ours = new StoreException("claim", closed);
    Faults both = Faults.firstOf(List.of(faults, new JtaFaults()));
    assertThat(both.ofAll(ours).passes()).isTrue();
    TransactionTimedOut overran = new TransactionTimedOut();
    overran.addSuppressed(ours);
    assertThat(both.ofAll(overran)).isEqualTo(Cause.OVERTIME);
  }

  /** Over TLS it may look like the end of the server; the data source adds what it was. */
  @Test
  void soItIsInWhateverWordsTheDriverTellsOfIt() {
    SQLException ended = new SQLException("x", "08006", new EOFException());
    assertThat(faults.ofAll(ended)).isEqualTo(Cause.AWAY);
    ended.addSuppressed(new SQLException("its time was up", PostgresXADataSource.CUT_OFF));
    assertThat(faults.ofAll(ended)).isEqualTo(Cause.CUT_OFF);
    assertThat(faults.ofAll(new StoreException("claim", ended))).isEqualTo(Cause.HELD_UP);
  }

  @Test
  void thatTheOtherSideClosedItDoes() {
    assertThat(faults.of(new SQLException("x", "08006", new SocketException("Connection reset"))))
        .isEqualTo(Cause.AWAY);
  }

  @Test
  void aPassingFaultAnywhereBelowDecides() {
    SQLException aborted = new SQLException("aborted", "25P02");
    aborted.addSuppressed(new IllegalStateException(new SQLException("gone", "08006")));
    assertThat(faults.ofAll(new IllegalStateException(aborted))).isEqualTo(Cause.AWAY);
  }

  /** PostgreSQL's last words, as it cannot write its log: XX000, and the driver chains the end. */
  @Test
  void anAnswerWithWhichTheSessionEndedIsAnOutageWhateverItsState() {
    SQLException panic = new SQLException("could not write to log file", "XX000");
    assertThat(faults.ofAll(panic)).isEqualTo(Cause.REFUSED);
    panic.setNextException(new SQLException("sending", "08006", new EOFException()));
    assertThat(faults.ofAll(new IllegalStateException(panic))).isEqualTo(Cause.AWAY);
  }

  @Test
  void aChainThatBitesItsTailIsFollowedOnce() {
    IllegalStateException a = new IllegalStateException();
    IllegalStateException b = new IllegalStateException(a);
    a.initCause(b);
    assertThat(faults.ofAll(a)).isEqualTo(Cause.UNNAMED);
  }
}
