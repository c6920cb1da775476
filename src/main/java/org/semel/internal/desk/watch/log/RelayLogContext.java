// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.log;

import java.time.Duration;
import java.util.function.Consumer;
import org.semel.internal.desk.watch.trace.LogContext;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.relay.RelayListener;
import org.semel.message.Headers;

/**
 * Lets the lines of a log tell destination and trace beside their text. Costs nothing where nothing
 * is written: of what is settled the log hears only of what is parked, and of what is tried again
 * if somebody asks for details.
 */
public final class RelayLogContext implements RelayListener {

  private final RelayListener log;

  public RelayLogContext(RelayListener log) {
    this.log = log;
  }

  /** The same of lines about one intent. */
  public static Consumer<Intent> over(Consumer<Intent> log) {
    return intent -> about(intent.address().destination(), intent, () -> log.accept(intent));
  }

  @Override
  public void begins(Destination destination) {
    log.begins(destination);
  }

  @Override
  public void settled(Destination destination, SettledLease settled) {
    if (settled.settlement() instanceof Settlement.Parked
        || (settled.settlement() instanceof Settlement.RetryAt && OperatorLog.tellsDetails())) {
      about(destination, settled.lease().intent(), () -> log.settled(destination, settled));
    }
  }

  @Override
  public void leaseLost(Destination destination, SettledLease settled) {
    about(destination, settled.lease().intent(), () -> log.leaseLost(destination, settled));
  }

  @Override
  public void givenUp(Destination destination, Intent intent, Duration after) {
    about(destination, intent, () -> log.givenUp(destination, intent, after));
  }

  @Override
  public void interrupted(Destination destination, Throwable cause, Duration pause) {
    about(destination, () -> log.interrupted(destination, cause, pause));
  }

  @Override
  public void circuitOpened(Destination destination, int failures, Duration open) {
    about(destination, () -> log.circuitOpened(destination, failures, open));
  }

  @Override
  public void circuitClosed(Destination destination) {
    about(destination, () -> log.circuitClosed(destination));
  }

  @Override
  public void questionsUnanswered(Destination destination, int unanswered, Duration open) {
    about(destination, () -> log.questionsUnanswered(destination, unanswered, open));
  }

  @Override
  public void questionsAnswered(Destination destination) {
    about(destination, () -> log.questionsAnswered(destination));
  }

  @Override
  public void destinationPaused(Destination destination, String why, Duration probes) {
    about(destination, () -> log.destinationPaused(destination, why, probes));
  }

  @Override
  public void destinationResumed(Destination destination) {
    about(destination, () -> log.destinationResumed(destination));
  }

  @Override
  public void exhausted(Destination destination, int hanging) {
    about(destination, () -> log.exhausted(destination, hanging));
  }

  @Override
  public void relieved(Destination destination) {
    about(destination, () -> log.relieved(destination));
  }

  @Override
  public void resumed(Destination destination) {
    about(destination, () -> log.resumed(destination));
  }

  private static void about(Destination destination, Runnable line) {
    about(destination, Headers.none(), line);
  }

  private static void about(Destination destination, Intent intent, Runnable line) {
    about(destination, intent.headers(), line);
  }

  private static void about(Destination destination, Headers headers, Runnable line) {
    LogContext context = LogContext.ofDestination(destination.name(), headers);
    try (context) {
      line.run();
    }
  }
}
