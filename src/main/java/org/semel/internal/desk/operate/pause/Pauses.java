// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.pause;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.semel.operations.OperatorContext;
import org.semel.operations.PauseActs.Pause;
import org.semel.operations.PauseActs.Target;

/** The pauses of operators, for all nodes. Every act joins the caller's transaction. */
public interface Pauses {

  /** The presence of a name in the database. */
  enum Presence {
    /** Nodes receive or deliver under it. */
    RUN_BY_NODES,
    /** An idempotent consumer, for which somebody else's route receives. */
    IDEMPOTENT_CONSUMER,
    /** Nothing. */
    UNKNOWN
  }

  /**
   * The pauses that stand.
   *
   * @param pauses in the order of their names
   * @param now by the clock of {@link Pause#since()}
   */
  record StandingPauses(List<Pause> pauses, Instant now) {}

  Presence presence(Target target);

  StandingPauses standing();

  /**
   * Writes a pause, unless one stands that holds for as long: one that is kept, or one that is not
   * kept, has not lapsed, and none that is kept is asked for.
   *
   * @return the new one; empty if the other one stands, which is locked then
   */
  Optional<Pause> pause(Target target, boolean kept, OperatorContext by);

  /** The pause of this target, if one stands. */
  Optional<Pause> find(Target target);

  /** Deletes the pause of this target, and says what it was; empty if there was none. */
  Optional<Pause> resume(Target target);

  /** A node runs the target of this pause and does not obey it; only the first is noted. */
  void lapse(Target target);
}
