// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.OperatorContext;

/**
 * An act's operator, reason and way, as a row has them. Another version, or a person with the
 * password of the role of run time, may have written what no act of this version would. It is shown
 * as far as it can be, so that it hides no other row.
 */
final class OperatorRow {

  /** The text that is shown instead of a blank one. */
  private static final String BLANK = "(blank)";

  private OperatorRow() {}

  static OperatorContext by(ResultSet row) throws SQLException {
    return new OperatorContext(
        shown(row.getString("who"), OperatorContext.LONGEST_NAME),
        shown(row.getString("why"), OperatorContext.LONGEST_REASON));
  }

  static Act act(ResultSet row) throws SQLException {
    try {
      return Act.valueOf(row.getString("act"));
    } catch (IllegalArgumentException e) {
      return Act.UNKNOWN;
    }
  }

  private static String shown(String text, int longest) {
    if (text.isBlank()) {
      return BLANK;
    }
    return text.length() <= longest ? text : text.substring(0, longest - 1) + "…";
  }
}
