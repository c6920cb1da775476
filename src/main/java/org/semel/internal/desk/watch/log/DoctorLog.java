// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.log;

import java.time.Duration;
import java.util.stream.Collectors;
import org.semel.Code;
import org.semel.internal.engine.loop.OutageListener;
import org.semel.operations.node.Diagnosis;
import org.semel.operations.node.Diagnosis.Observation;
import org.semel.operations.node.Diagnosis.Severity;

/** Writes one line of what the doctor observed after a start. */
public final class DoctorLog implements OutageListener {

  /**
   * Counts what was observed and names the codes; an operator who wants to know more asks for it.
   */
  public void examined(Diagnosis diagnosis) {
    String line = "The doctor has examined this node (%s): %s";
    if (diagnosis.worst() == Severity.FINE) {
      OperatorLog.info(Code.NODE_EXAMINED, line, diagnosis.node(), "all is as it should be.");
      return;
    }
    OperatorLog.warn(
        Code.NODE_EXAMINED,
        line,
        diagnosis.node(),
        "errors %s, warnings %s, not to be seen %s: %s. GET /doctor, the console's doctor and Operations.node().examine()"
                .formatted(
                    diagnosis.count(Severity.ERROR),
                    diagnosis.count(Severity.WARNING),
                    diagnosis.count(Severity.UNSEEN),
                    codes(diagnosis))
            + " say what each means and what to do.");
  }

  private static String codes(Diagnosis diagnosis) {
    return diagnosis.observations().stream()
        .filter(one -> one.severity() != Severity.FINE)
        .map(DoctorLog::code)
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private static String code(Observation one) {
    return one.of().map(of -> one.code() + " (" + of + ")").orElse(one.code());
  }

  /** It looks again by itself. */
  @Override
  public void interrupted(Throwable cause, Duration pause) {
    OperatorLog.debug(cause);
  }

  @Override
  public void resumed() {}
}
