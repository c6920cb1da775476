// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.semel.internal.edge.jms.session.Sessions;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.MessageSource;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.tx.Outcome;

/** Receives through sessions; gives a broken session up, and the messages back at rest. */
abstract class SessionSource implements MessageSource {

  final Sessions sessions;
  private final String act;

  /**
   * A source that connects on first use.
   *
   * @param act what it does, as a fault of the broker names it
   */
  SessionSource(Sessions sessions, String act) {
    this.sessions = sessions;
    this.act = act;
  }

  abstract List<Arrival> receive(Session joined, BatchLimit most, Duration wait)
      throws JMSException;

  @Override
  public final List<Arrival> receive(BatchLimit most, Duration wait) {
    try {
      return receive(sessions.join(), most, wait);
    } catch (JMSException e) {
      sessions.broken();
      throw new BrokerException(act, e);
    }
  }

  @Override
  public final Optional<Exception> ended(Outcome outcome) {
    return sessions
        .ended(outcome)
        .map(
            fault ->
                fault instanceof JMSException refused
                    ? new BrokerException("acknowledge what has committed", refused)
                    : fault);
  }

  /** Only a closed session gives back what its consumer has fetched. */
  @Override
  public final void rest() {
    sessions.close();
  }

  @Override
  public final void close() {
    sessions.close();
  }
}
