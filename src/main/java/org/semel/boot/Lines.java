// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Locale;
import org.semel.Code;
import org.semel.SemelException;

/** Writes lines for operators; each has a code. Never a payload. */
final class Lines {

  private static final Logger LOG = System.getLogger("org.semel");

  private Lines() {}

  static void info(Code code, String text, Object... values) {
    LOG.log(Level.INFO, line(code, text, values));
  }

  static void warn(Code code, String text, Object... values) {
    LOG.log(Level.WARNING, line(code, text, values));
  }

  static void error(Code code, String text, Object... values) {
    LOG.log(Level.ERROR, line(code, text, values));
  }

  /** A message of ours, which has its code already. */
  static void error(Throwable ours) {
    LOG.log(Level.ERROR, String.valueOf(ours.getMessage()));
  }

  /** For those who debug: the whole of an exception, which may quote payload. */
  static void debug(Throwable cause) {
    LOG.log(Level.DEBUG, "in full", cause);
  }

  /** What lies at the bottom: of an outage, the server that does not answer. */
  static String rootOf(Throwable cause) {
    Throwable root = cause;
    for (int depth = 0; depth < 20 && root.getCause() != null; depth++) {
      root = root.getCause();
    }
    return root instanceof SemelException ? String.valueOf(root.getMessage()) : root.toString();
  }

  private static String line(Code code, String text, Object... values) {
    return code.text() + " " + String.format(Locale.ROOT, text, values);
  }
}
