// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.log;

import java.time.Duration;
import org.semel.Code;
import org.semel.internal.desk.operate.pause.PauseListener;
import org.semel.operations.PauseActs.Pause;
import org.semel.operations.PauseActs.Target;

/** Writes what operators have paused, and when it goes on. */
public final class PauseLog implements PauseListener {

  private final OutageLog outages = new OutageLog();

  /** The reason stands in the audit; it is a person's own text, and no line of ours. */
  @Override
  public void paused(Pause pause) {
    OperatorLog.warn(
        Code.PAUSED_BY_OPERATOR,
        "The %s is paused by %s since %s, %s. What is in hand ends; what waits stays where it waits. The audit says why.",
        pause.target(),
        pause.by().who().replaceAll("\\p{Cntrl}", "?"),
        pause.since(),
        pause.kept() ? "until somebody resumes it" : "until this node is restarted");
  }

  @Override
  public void unpaused(Target target) {
    OperatorLog.info(Code.RESUMED_BY_OPERATOR, "The %s goes on.", target);
  }

  @Override
  public void serverSuspended() {
    OperatorLog.warn(
        Code.SERVER_SUSPENDED,
        "The server is suspended. Consumers receive and relays send nothing more; what is in hand"
            + " ends. They go on when the server is resumed.");
  }

  @Override
  public void serverResumed() {
    OperatorLog.info(Code.SERVER_RESUMED, "The server is resumed; consumers and relays go on.");
  }

  @Override
  public void interrupted(Throwable cause, Duration pause) {
    outages.interrupted(
        Code.PAUSES_UNREAD,
        cause,
        why ->
            OperatorLog.warn(
                Code.PAUSES_UNREAD,
                "What operators have paused cannot be read; the next try is in %d ms. Until then all stays as it was. %s",
                pause.toMillis(),
                why));
  }

  @Override
  public void resumed() {
    outages.resumed(
        Code.PAUSES_UNREAD,
        () -> OperatorLog.info(Code.PAUSES_READ, "What operators have paused can be read again."));
  }
}
