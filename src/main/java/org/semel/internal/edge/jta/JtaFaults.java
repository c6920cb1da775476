// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jta;

import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.util.stream.Stream;
import javax.transaction.xa.XAException;
import org.semel.internal.engine.tx.Cause;
import org.semel.internal.engine.tx.Faults;

/**
 * Reads what transaction managers and resources say of a transaction, and what befalls the thread
 * that it runs on.
 */
public final class JtaFaults implements Faults {

  @Override
  public Cause of(Throwable fault) {
    if (fault instanceof RollbackException rolledBack) {
      return tellsWhy(rolledBack) ? Cause.UNNAMED : Cause.UNTOLD;
    }
    if (fault instanceof XAException xa) {
      return of(xa);
    }
    if (isInterrupt(fault)) {
      return Cause.INTERRUPTED;
    }
    return fault instanceof OutOfMemoryError ? Cause.WITHOUT_MEMORY : Cause.UNNAMED;
  }

  /**
   * Whether it was not a resource that kept the transaction from its commit, but what was done
   * before that, as by a flush.
   */
  private static boolean tellsWhy(RollbackException rolledBack) {
    return Stream.concat(
            Stream.ofNullable(rolledBack.getCause()), Stream.of(rolledBack.getSuppressed()))
        .anyMatch(why -> !isOfTheManager(why));
  }

  private static boolean isOfTheManager(Throwable why) {
    return why instanceof XAException
        || why instanceof RollbackException
        || why instanceof SystemException
        || why.getClass() == Throwable.class; // no more than the place of a mark
  }

  /**
   * {@code XAER_RMFAIL} is too often said of what the server has refused to prove an outage. {@code
   * XA_RBROLLBACK} tells that a resource has rolled back, and not why: a broker says so that has
   * lost the session, and a database in which a statement has failed brings that with it.
   */
  private static Cause of(XAException xa) {
    return switch (xa.errorCode) {
      case XAException.XA_RBINTEGRITY -> Cause.REFUSED;
      case XAException.XA_RBDEADLOCK, XAException.XA_RBTRANSIENT -> Cause.OUTRUN;
      case XAException.XA_RBTIMEOUT -> Cause.OVERTIME;
      case XAException.XA_RBCOMMFAIL -> Cause.AWAY;
      default -> Cause.UNTOLD;
    };
  }

  private static boolean isInterrupt(Throwable fault) {
    return fault instanceof InterruptedException
        || fault instanceof ClosedByInterruptException
        || (fault instanceof InterruptedIOException && !(fault instanceof SocketTimeoutException));
  }
}
