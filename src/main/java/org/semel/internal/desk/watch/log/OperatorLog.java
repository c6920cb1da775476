// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.log;

import jakarta.jms.JMSException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import javax.transaction.xa.XAException;
import org.semel.Code;
import org.semel.internal.desk.watch.redaction.Redaction;

/**
 * Writes lines for operators; each has a code, none a payload: what a line says goes through {@link
 * Redaction#inLog}, so that a failure is reported without its words.
 */
public final class OperatorLog {

  private static final Logger LOG = System.getLogger("org.semel");

  private OperatorLog() {}

  public static void info(Code code, String text, Object... values) {
    LOG.log(Level.INFO, line(code, text, values));
  }

  public static void warn(Code code, String text, Object... values) {
    LOG.log(Level.WARNING, line(code, text, values));
  }

  public static void error(Code code, String text, Object... values) {
    LOG.log(Level.ERROR, line(code, text, values));
  }

  /** A message of Semel's, which has its code already. */
  static void error(Throwable ours) {
    LOG.log(Level.ERROR, String.valueOf(ours.getMessage()));
  }

  /** The same, of what a person may leave as it is. */
  static void warn(Throwable ours) {
    LOG.log(Level.WARNING, String.valueOf(ours.getMessage()));
  }

  /** Writes an event that happens too often for a log, unless it is asked for: at level DEBUG. */
  static void detail(Code code, String text, Object... values) {
    if (tellsDetails()) {
      LOG.log(Level.DEBUG, line(code, text, values));
    }
  }

  /** Whether the log takes {@link #detail}. */
  static boolean tellsDetails() {
    return LOG.isLoggable(Level.DEBUG);
  }

  /** For debugging: the whole exception, which may quote payload. */
  public static void debug(Throwable cause) {
    LOG.log(Level.DEBUG, "in full", cause);
  }

  /**
   * The root cause in words, with the nearest code of database, broker or branch. A foreign message
   * is never written, as it may quote payload; {@link #debug} has it.
   */
  public static String rootOf(Throwable cause) {
    return Redaction.failure(cause, OperatorLog::codeOf);
  }

  private static Optional<String> codeOf(Throwable cause) {
    if (cause instanceof SQLException sql) {
      return Optional.ofNullable(sql.getSQLState()).map(state -> "SQLState " + state);
    }
    if (cause instanceof JMSException jms) {
      return Optional.ofNullable(jms.getErrorCode()).map(code -> "error code " + code);
    }
    return cause instanceof XAException branch
        ? Optional.of("XA error code " + branch.errorCode)
        : Optional.empty();
  }

  private static String line(Code code, String text, Object... values) {
    Object[] shown =
        Arrays.stream(values).map(value -> Redaction.inLog(value, OperatorLog::codeOf)).toArray();
    return code.text() + " " + String.format(Locale.ROOT, text, shown);
  }
}
