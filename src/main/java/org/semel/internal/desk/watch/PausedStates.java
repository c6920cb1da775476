// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch;

import org.semel.internal.desk.operate.pause.PauseListener;
import org.semel.internal.engine.receive.batch.ConsumerStates;
import org.semel.operations.PauseActs.Pause;
import org.semel.operations.PauseActs.Target;
import org.semel.operations.PauseActs.Target.TargetKind;

/** Lets the state of a consumer say that an operator has paused it. */
final class PausedStates implements PauseListener {

  private final ConsumerStates states;

  PausedStates(ConsumerStates states) {
    this.states = states;
  }

  @Override
  public void paused(Pause pause) {
    if (pause.target().kind() == TargetKind.CONSUMER) {
      states.paused(pause.target().name());
    }
  }

  @Override
  public void ended(Target target) {
    unpaused(target);
  }

  @Override
  public void unpaused(Target target) {
    if (target.kind() == TargetKind.CONSUMER) {
      states.unpaused(target.name());
    }
  }
}
