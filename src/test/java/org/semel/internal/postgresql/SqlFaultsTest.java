// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.net.SocketException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.jta.JtaFaults;
import org.semel.internal.tx.Faults;
import org.semel.internal.tx.Faults.Opinion;
import org.semel.internal.tx.TransactionTimedOut;
import org.semel.xa.PostgresXADataSource;

class SqlFaultsTest {

  private final SqlFaults faults = new SqlFaults();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "08000", "08003", "08006", "53300", "53100", "57P01", "57P03", "57014", "58030", "25P03",
        "25006", "XX000", "XX001", "XX002"
      })
  void passes(String state) {
    assertThat(faults.of(new SQLException("x", state))).isEqualTo(Opinion.TRANSIENT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"40001", "40P01", "55P03"})
  void anotherTransactionIsInTheWay(String state) {
    assertThat(faults.of(new SQLException("x", state))).isEqualTo(Opinion.CONTENDED);
  }

  @Test
  void whoMeetsABrokenTransactionHasNotBrokenIt() {
    SQLException aborted = new SQLException("x", "25P02");
    aborted.addSuppressed(new SQLException("x", "23505"));
    assertThat(faults.ofAll(aborted)).isEqualTo(Opinion.INHERITED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"23505", "23503", "23514", "22001", "22P02", "42P01", "42501", "0A000"})
  void stays(String state) {
    assertThat(faults.of(new SQLException("x", state))).isEqualTo(Opinion.LASTING);
  }

  @Test
  void nothingIsSaidAboutWhatIsNotOurs() {
    assertThat(faults.of(new IllegalStateException())).isEqualTo(Opinion.NONE);
    assertThat(faults.of(new SQLException("x", "P0001"))).isEqualTo(Opinion.NONE);
  }

  /** As IronJacamar and Agroal say that they have no connection to give (IJ000453). */
  @Test
  void whatNoDatabaseHasSaidIsAPoolWithoutAConnection() {
    assertThat(faults.ofAll(new SQLTransientConnectionException())).isEqualTo(Opinion.UNREACHED);
    assertThat(faults.ofAll(new SQLException("IJ000453", new IllegalStateException("IJ000655"))))
        .isEqualTo(Opinion.UNREACHED)
        .satisfies(opinion -> assertThat(opinion.passes()).isTrue());
  }

  /** IJ000460: so a pool answers in a transaction that has been rolled back. */
  @Test
  void thatAPoolGivesNothingToALostTransactionDoesNotExcuseWhoLostIt() {
    TransactionTimedOut overran = new TransactionTimedOut();
    overran.addSuppressed(new SQLException("IJ000460", new IllegalStateException("IJ000459")));
    Faults both = Faults.firstOf(List.of(faults, new JtaFaults()));
    assertThat(both.ofAll(overran)).isEqualTo(Opinion.LASTING);
    overran.addSuppressed(new SQLException("gone", "08006"));
    assertThat(both.ofAll(overran)).isEqualTo(Opinion.TRANSIENT);
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
        .isEqualTo(Opinion.LASTING);
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
    assertThat(both.ofAll(overran)).isEqualTo(Opinion.LASTING);
  }

  /** Over TLS it may look like the end of the server; the data source adds what it was. */
  @Test
  void soItIsInWhateverWordsTheDriverTellsOfIt() {
    SQLException ended = new SQLException("x", "08006", new EOFException());
    assertThat(faults.ofAll(ended)).isEqualTo(Opinion.TRANSIENT);
    ended.addSuppressed(new SQLException("its time was up", PostgresXADataSource.CUT_OFF));
    assertThat(faults.ofAll(ended)).isEqualTo(Opinion.CUT_OFF);
    assertThat(faults.ofAll(new StoreException("claim", ended))).isEqualTo(Opinion.HELD_UP);
  }

  @Test
  void thatTheOtherSideClosedItDoes() {
    assertThat(faults.of(new SQLException("x", "08006", new SocketException("Connection reset"))))
        .isEqualTo(Opinion.TRANSIENT);
  }

  @Test
  void aPassingFaultAnywhereBelowDecides() {
    SQLException aborted = new SQLException("aborted", "25P02");
    aborted.addSuppressed(new IllegalStateException(new SQLException("gone", "08006")));
    assertThat(faults.ofAll(new IllegalStateException(aborted))).isEqualTo(Opinion.TRANSIENT);
  }

  @Test
  void aChainThatBitesItsTailIsFollowedOnce() {
    IllegalStateException a = new IllegalStateException();
    IllegalStateException b = new IllegalStateException(a);
    a.initCause(b);
    assertThat(faults.ofAll(a)).isEqualTo(Opinion.NONE);
  }
}
