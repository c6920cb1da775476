// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.pause;

import java.time.Duration;
import org.semel.operations.PauseActs.Pause;
import org.semel.operations.PauseActs.Target;

/**
 * The fate of this node's consumers and destinations. Reported under a lock: an observer must
 * neither wait nor throw.
 */
public sealed interface PauseEvent {

  /** One of this node's is paused from now on, or began so. */
  record Paused(Pause pause) implements PauseEvent {}

  /** It goes on. */
  record Unpaused(Target target) implements PauseEvent {}

  /** Nothing runs under this name here any more; what is paused meanwhile is told when it does. */
  record Ended(Target target) implements PauseEvent {}

  /** The server is suspended: all of this node's begin nothing more. */
  record ServerSuspended() implements PauseEvent {}

  /** The server goes on, and so does what no one else has paused. */
  record ServerResumed() implements PauseEvent {}

  /** No one can say what is paused now; all stays as it was. */
  record Interrupted(Throwable cause, Duration pause) implements PauseEvent {}

  /** The pauses can be read again. */
  record Resumed() implements PauseEvent {}
}
