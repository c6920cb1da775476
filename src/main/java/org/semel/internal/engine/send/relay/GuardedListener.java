// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.time.Duration;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.SettledLease;

/**
 * A listener that may throw against its contract, or meet a library that is not there: what it was
 * told has happened, and must not be lost because a line could not be written. It is notified of
 * its own defect, if it can take that.
 */
final class GuardedListener implements RelayListener {

  private final RelayListener listener;

  GuardedListener(RelayListener listener) {
    this.listener = listener;
  }

  @Override
  public void begins(Destination destination) {
    tell(destination, () -> listener.begins(destination));
  }

  @Override
  public void settled(Destination destination, SettledLease settled) {
    tell(destination, () -> listener.settled(destination, settled));
  }

  @Override
  public void leaseLost(Destination destination, SettledLease settled) {
    tell(destination, () -> listener.leaseLost(destination, settled));
  }

  @Override
  public void interrupted(Destination destination, Throwable cause, Duration pause) {
    try {
      listener.interrupted(destination, cause, pause);
    } catch (RuntimeException | Error e) { // there is no other listener
      if (!e.equals(cause)) {
        cause.addSuppressed(e);
      }
    }
  }

  @Override
  public void circuitOpened(Destination destination, int failures, Duration open) {
    tell(destination, () -> listener.circuitOpened(destination, failures, open));
  }

  @Override
  public void circuitClosed(Destination destination) {
    tell(destination, () -> listener.circuitClosed(destination));
  }

  @Override
  public void questionsUnanswered(Destination destination, int unanswered, Duration open) {
    tell(destination, () -> listener.questionsUnanswered(destination, unanswered, open));
  }

  @Override
  public void questionsAnswered(Destination destination) {
    tell(destination, () -> listener.questionsAnswered(destination));
  }

  @Override
  public void destinationPaused(Destination destination, String why, Duration probes) {
    tell(destination, () -> listener.destinationPaused(destination, why, probes));
  }

  @Override
  public void destinationResumed(Destination destination) {
    tell(destination, () -> listener.destinationResumed(destination));
  }

  @Override
  public void givenUp(Destination destination, Intent intent, Duration after) {
    tell(destination, () -> listener.givenUp(destination, intent, after));
  }

  @Override
  public void exhausted(Destination destination, int hanging) {
    tell(destination, () -> listener.exhausted(destination, hanging));
  }

  @Override
  public void relieved(Destination destination) {
    tell(destination, () -> listener.relieved(destination));
  }

  @Override
  public void resumed(Destination destination) {
    tell(destination, () -> listener.resumed(destination));
  }

  private void tell(Destination destination, Runnable event) {
    try {
      event.run();
    } catch (RuntimeException | Error e) {
      interrupted(destination, e, Duration.ZERO);
    }
  }
}
