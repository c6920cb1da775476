// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.log;

import org.semel.Code;
import org.semel.internal.desk.operate.pause.PauseEvent;
import org.semel.internal.engine.loop.EventTable;
import org.semel.internal.engine.loop.Observer;

/** Writes what operators have paused, and when it goes on. */
public final class PauseLog implements Observer<PauseEvent> {

  private final WaitLog waits = WaitLog.ofPauses();
  private final EventTable<PauseEvent> rows = rows();

  @Override
  public void on(PauseEvent event) {
    rows.on(event);
  }

  private EventTable<PauseEvent> rows() {
    return new EventTable<PauseEvent>()
        // The reason stands in the audit; it is a person's own text, and no line of ours.
        .row(
            PauseEvent.Paused.class,
            e ->
                OperatorLog.warn(
                    Code.PAUSED_BY_OPERATOR,
                    "The %s is paused by %s since %s, %s. What is in hand ends; what waits stays where it waits. The audit says why.",
                    e.pause().target(),
                    e.pause().by().who().replaceAll("\\p{Cntrl}", "?"),
                    e.pause().since(),
                    e.pause().kept()
                        ? "until somebody resumes it"
                        : "until this node is restarted"))
        .row(
            PauseEvent.Unpaused.class,
            e -> OperatorLog.info(Code.RESUMED_BY_OPERATOR, "The %s goes on.", e.target()))
        .row(
            PauseEvent.ServerSuspended.class,
            e ->
                OperatorLog.warn(
                    Code.SERVER_SUSPENDED,
                    "The server is suspended. Consumers receive and relays send nothing more; what is in hand"
                        + " ends. They go on when the server is resumed."))
        .row(
            PauseEvent.ServerResumed.class,
            e ->
                OperatorLog.info(
                    Code.SERVER_RESUMED, "The server is resumed; consumers and relays go on."))
        .row(PauseEvent.Interrupted.class, e -> waits.interrupted(e.cause(), e.pause()))
        .row(PauseEvent.Resumed.class, e -> waits.resumed());
  }
}
