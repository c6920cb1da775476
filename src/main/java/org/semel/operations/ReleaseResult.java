// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import org.semel.message.Identity;
import org.semel.message.ParkingReason;
import org.semel.operations.ParkedCase.ParkedState;

/**
 * The result of releasing a parked message. Unless a case says otherwise, the message still waits.
 */
public sealed interface ReleaseResult {

  /**
   * It took effect. Final.
   *
   * @param suppressed intents that were not recorded: they are recorded already, or it was a repeat
   *     and the consumer's replay rule leaves them out
   */
  record TookEffect(int suppressed) implements ReleaseResult {}

  /**
   * Its consumer stores first: it is stored, and waits for a worker of its consumer. Whether it
   * takes effect shows then; if it does not, it is parked anew. It counts as released. Final.
   *
   * @param identity as which it is stored
   */
  record Stored(Identity identity) implements ReleaseResult {}

  /**
   * Its identity had taken effect before, with the same body, or its aggregate has a version as
   * high or higher; it counts as released. Final.
   */
  record Absorbed() implements ReleaseResult {}

  /**
   * It would be parked again immediately.
   *
   * @param reason why; CONFLICT as long as the other body is remembered, GAP as long as a version
   *     before it is missing
   */
  record Refused(ParkingReason reason, String why) implements ReleaseResult {}

  /**
   * The route failed; all of it is undone, and the failure is noted with the case.
   *
   * @param kind class of what was thrown
   * @param detail its message; may quote payload
   */
  record Failed(String kind, String detail) implements ReleaseResult {}

  /**
   * It would repeat an effect, and its consumer's policy forbids that; or it would be stored first
   * under another identity than that of the effect, and so send its intents again.
   */
  record Forbidden(String consumer) implements ReleaseResult {}

  /** It was settled before, perhaps by another operator a moment ago. */
  record AlreadySettled(ParkedState state) implements ReleaseResult {}

  /** It waits still, and is not what the operator has seen: look at it again. */
  record Changed() implements ReleaseResult {}

  /** Another operator's act on it is in progress. */
  record Busy() implements ReleaseResult {}

  /** No message has this number. */
  record NotFound() implements ReleaseResult {}

  /**
   * Its consumer does not run in this application. A plan of this one message is started: a node
   * that runs the consumer hands it in, as soon as there is one. The plan, the audit and the
   * message show its outcome.
   *
   * @param plan its number; withdraw it if no one is to do it after all
   */
  record Planned(String consumer, long plan) implements ReleaseResult {}

  /**
   * Its consumer does not run in this application, and there is a plan of this one message that
   * does not go on by itself: resume it, or withdraw it and release the message anew.
   *
   * @param plan its number
   * @param state PAUSED or STOPPED; WITHDRAWN if it was withdrawn at this moment
   */
  record PlanWaits(String consumer, long plan, Plan.State state) implements ReleaseResult {}

  /** Its consumer does not run in this application, and no plan could be made of it. */
  record Elsewhere(String consumer) implements ReleaseResult {}

  /** A transient obstacle, such as a lock not had in time; try again. */
  record Unavailable(Throwable cause) implements ReleaseResult {}
}
