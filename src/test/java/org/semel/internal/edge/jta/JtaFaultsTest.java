// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jta;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSException;
import jakarta.transaction.RollbackException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.sql.SQLException;
import java.util.List;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.semel.internal.boot.proof.KnownFaults;
import org.semel.internal.engine.tx.Cause;
import org.semel.internal.engine.tx.Faults;
import org.semel.internal.engine.tx.ThreadInterrupted;

/** What a transaction manager says, with what lies behind it. */
class JtaFaultsTest {

  private final Faults faults = KnownFaults.AT_WORK;

  @Test
  void aCommitThatFailsWithoutAWordIsUntold() {
    assertThat(faults.ofAll(new RollbackException())).isEqualTo(Cause.UNTOLD);
    assertThat(faults.ofAll(behind(new XAException(XAException.XAER_RMFAIL))))
        .isEqualTo(Cause.UNTOLD);
  }

  @Test
  void whatAFlushThrowsBeforeTheCommitIsTheRoutesOwn() {
    assertThat(faults.ofAll(behind(new IllegalArgumentException("not valid"))))
        .isEqualTo(Cause.UNNAMED);
  }

  @ParameterizedTest
  @CsvSource({"P0001, REFUSED", "23514, REFUSED", "40001, OUTRUN", "57P01, AWAY"})
  void whatTheDatabaseSaysAtThePrepareCountsWhateverTheDriverMakesOfIt(String state, Cause cause) {
    XAException told = new XAException(XAException.XAER_RMFAIL);
    told.initCause(new SQLException("x", state));
    assertThat(faults.ofAll(behind(told))).isEqualTo(cause);
  }

  @ParameterizedTest
  @CsvSource({
    XAException.XA_RBROLLBACK + ", UNTOLD",
    XAException.XA_RBINTEGRITY + ", REFUSED",
    XAException.XA_RBDEADLOCK + ", OUTRUN",
    XAException.XA_RBTRANSIENT + ", OUTRUN",
    XAException.XA_RBTIMEOUT + ", OVERTIME",
    XAException.XA_RBCOMMFAIL + ", AWAY",
    XAException.XA_RBOTHER + ", UNTOLD"
  })
  void aResourceThatVotesAgainstTheCommitTellsWhy(int code, Cause cause) {
    assertThat(faults.ofAll(behind(new XAException(code)))).isEqualTo(cause);
  }

  @Test
  void anInterruptIsOneInWhateverItIsWrapped() {
    JMSException jms = new JMSException("x");
    jms.initCause(new InterruptedException());
    List<Throwable> all =
        List.of(
            new InterruptedException(),
            new ClosedByInterruptException(),
            new ThreadInterrupted(),
            new SQLException("no connection", new InterruptedException()),
            jms);
    assertThat(all).allSatisfy(one -> assertThat(faults.ofAll(one)).isEqualTo(Cause.INTERRUPTED));
    assertThat(faults.ofAll(new SocketTimeoutException())).isEqualTo(Cause.UNNAMED);
  }

  @Test
  void aLackOfMemoryIsOneInWhateverItIsWrapped() {
    assertThat(faults.ofAll(new IllegalStateException(new OutOfMemoryError())))
        .isEqualTo(Cause.WITHOUT_MEMORY);
  }

  private static RollbackException behind(Exception why) {
    RollbackException told = new RollbackException("ARJUNA016053");
    told.addSuppressed(why);
    return told;
  }
}
