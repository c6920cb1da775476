// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch;

import org.semel.internal.desk.operate.pause.PauseEvent;
import org.semel.internal.engine.loop.EventTable;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.receive.batch.ConsumerStates;
import org.semel.operations.PauseActs.Target;
import org.semel.operations.PauseActs.Target.TargetKind;

/** Lets the state of a consumer say that an operator has paused it. */
final class PausedStates implements Observer<PauseEvent> {

  private final ConsumerStates states;
  private final EventTable<PauseEvent> rows;

  PausedStates(ConsumerStates states) {
    this.states = states;
    this.rows = rows();
  }

  @Override
  public void on(PauseEvent event) {
    rows.on(event);
  }

  private EventTable<PauseEvent> rows() {
    return new EventTable<PauseEvent>()
        .row(PauseEvent.Paused.class, this::paused)
        .row(PauseEvent.Ended.class, e -> goesOn(e.target()))
        .row(PauseEvent.Unpaused.class, e -> goesOn(e.target()));
  }

  private void paused(PauseEvent.Paused event) {
    if (event.pause().target().kind() == TargetKind.CONSUMER) {
      states.paused(event.pause().target().name());
    }
  }

  private void goesOn(Target target) {
    if (target.kind() == TargetKind.CONSUMER) {
      states.unpaused(target.name());
    }
  }
}
