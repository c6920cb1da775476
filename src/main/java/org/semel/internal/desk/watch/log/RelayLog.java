// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.log;

import java.time.Duration;
import org.semel.Code;
import org.semel.internal.desk.watch.trace.LogContext;
import org.semel.internal.engine.loop.EventTable;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.relay.RelayEvent;
import org.semel.message.Headers;

/**
 * Writes what relays do. A delivery that will be tried again is written only as a detail: the table
 * has its reason.
 */
public final class RelayLog implements Observer<RelayEvent> {

  private final OutageLog outages = new OutageLog();
  private final EventTable<RelayEvent> rows = rows();

  /** Beside destination and trace. Costs nothing where nothing is written. */
  @Override
  public void on(RelayEvent event) {
    if (event instanceof RelayEvent.Settled one && !isTold(one.settled().settlement())) {
      return;
    }
    Headers headers = event.about().map(Intent::headers).orElseGet(Headers::none);
    LogContext context = LogContext.ofDestination(event.destination().name(), headers);
    try (context) {
      rows.on(event);
    }
  }

  private static boolean isTold(Settlement settlement) {
    return settlement instanceof Settlement.Parked
        || (settlement instanceof Settlement.RetryAt && OperatorLog.tellsDetails());
  }

  private EventTable<RelayEvent> rows() {
    return new EventTable<RelayEvent>()
        // An interruption from now on is reported at once, and nothing else is over.
        .row(RelayEvent.Begins.class, e -> outages.resumed(e.destination(), () -> {}))
        .row(RelayEvent.Settled.class, this::settled)
        .row(
            RelayEvent.Differs.class,
            e ->
                OperatorLog.warn(
                    Code.INTENT_DIFFERS,
                    "Intent %s to %s for %s was recorded again with other bytes or headers. Those that were recorded first are sent. Either the"
                        + " route makes something else of the same message, or two messages have one identity.",
                    e.intent().key(),
                    e.destination(),
                    e.intent().cause()))
        .row(
            RelayEvent.LeaseLost.class,
            e ->
                OperatorLog.warn(
                    Code.RELAY_LEASE_LOST,
                    "Intent %s to %s: its lease ran out, and another relay or a person has taken it over. Make semel.destination.%s.lease longer.",
                    e.settled().lease().intent().key(),
                    e.destination(),
                    e.destination()))
        .row(
            RelayEvent.CircuitOpened.class,
            e ->
                OperatorLog.warn(
                    Code.CIRCUIT_OPENED,
                    "%d deliveries to %s failed in a row; nothing is sent to it for %s, then one intent at a time until one is answered."
                        + " No attempt is counted meanwhile. The last answers stand with its pending intents.",
                    e.failures(),
                    e.destination(),
                    inWords(e.open())))
        .row(
            RelayEvent.CircuitClosed.class,
            e ->
                OperatorLog.info(
                    Code.CIRCUIT_CLOSED, "%s answers again; the relay goes on.", e.destination()))
        .row(
            RelayEvent.QuestionsUnanswered.class,
            e ->
                OperatorLog.warn(
                    Code.QUESTIONS_UNANSWERED,
                    "%d questions to %s in a row had no answer. Intents in doubt wait, and one of them is asked for every %s; no attempt is"
                        + " counted. Others are sent. Look at the query route and its provider; all are asked for once one is answered.",
                    e.unanswered(),
                    e.destination(),
                    inWords(e.open())))
        .row(
            RelayEvent.QuestionsAnswered.class,
            e ->
                OperatorLog.info(
                    Code.QUESTIONS_ANSWERED,
                    "%s answers again; all intents in doubt are asked for.",
                    e.destination()))
        .row(
            RelayEvent.DestinationPaused.class,
            e ->
                OperatorLog.warn(
                    Code.DESTINATION_PAUSED,
                    "%s denies access to all intents (%s). One intent is tried every %s; no attempt is counted. Correct the credentials,"
                        + " the rights or the address that its route uses. The relay goes on by itself when an intent is admitted.",
                    e.destination(),
                    e.why(),
                    inWords(e.probes())))
        .row(
            RelayEvent.DestinationResumed.class,
            e ->
                OperatorLog.info(
                    Code.DESTINATION_RESUMED,
                    "%s admits intents again; the relay goes on.",
                    e.destination()))
        .row(
            RelayEvent.GivenUp.class,
            e ->
                OperatorLog.warn(
                    Code.DELIVERY_GIVEN_UP,
                    "The delivery of intent %s to %s for %s took longer than %d s and is given up. Its outcome is unknown. Give the client"
                        + " time-outs of its own, or make semel.destination.%s.delivery-timeout longer.",
                    e.intent().key(),
                    e.destination(),
                    e.intent().cause(),
                    e.after().toSeconds(),
                    e.destination()))
        .row(
            RelayEvent.Exhausted.class,
            e ->
                OperatorLog.warn(
                    Code.DELIVERIES_HANG,
                    "%d deliveries to %s were given up, but still hang. Nothing more is sent to it until fewer hang, or its route is started"
                        + " again. Give the client time-outs of its own.",
                    e.hanging(),
                    e.destination()))
        .row(
            RelayEvent.Relieved.class,
            e ->
                OperatorLog.info(
                    Code.DELIVERIES_RETURNED,
                    "A delivery to %s that hung has ended; the relay goes on.",
                    e.destination()))
        .row(
            RelayEvent.Interrupted.class,
            e ->
                outages.interrupted(
                    e.destination(),
                    e.cause(),
                    why ->
                        OperatorLog.warn(
                            Code.RELAY_PAUSED,
                            e.pause().isZero()
                                ? "A delivery to %1$s was not begun or has no answer, and the relay goes on. %3$s"
                                : "The relay to %1$s waits; the next try is in %2$d ms. %3$s",
                            e.destination(),
                            e.pause().toMillis(),
                            why)))
        .row(
            RelayEvent.Resumed.class,
            e ->
                outages.resumed(
                    e.destination(),
                    () ->
                        OperatorLog.info(
                            Code.RELAY_RESUMED, "The relay to %s goes on.", e.destination())));
  }

  /** The policy does not say what the provider does with keys, and it cannot be asked. */
  public static void unstated(String destination) {
    OperatorLog.warn(
        Code.CONTRACT_UNSTATED,
        "The policy of %1$s does not say what its provider does with keys, and there is no query route. One unclear answer (a 500,"
            + " a read time-out) parks an intent as OUTCOME_UNKNOWN at its first attempt, whatever attempts says. Set"
            + " semel.destination.%1$s.keys to honoured if two requests under one key take effect once, to ignored if not, or"
            + " write a route that begins with intent:%1$s?query=true.",
        destination);
  }

  private void settled(RelayEvent.Settled event) {
    if (event.settled().settlement() instanceof Settlement.Parked parked) {
      OperatorLog.warn(
          Code.INTENT_PARKED,
          "Intent %s to %s for %s is parked as %s (%s).",
          event.settled().lease().intent().key(),
          event.destination(),
          event.settled().lease().intent().cause(),
          parked.reason(),
          parked.why());
    }
    if (event.settled().settlement() instanceof Settlement.RetryAt retry) {
      OperatorLog.detail(
          Code.DELIVERY_FAILED,
          "Intent %s to %s for %s was not accepted (%s); it is tried again in %s.",
          event.settled().lease().intent().key(),
          event.destination(),
          event.settled().lease().intent().cause(),
          retry.why(),
          inWords(retry.delay()));
    }
  }

  private static String inWords(Duration time) {
    boolean seconds = time.toMillis() % Duration.ofSeconds(1).toMillis() == 0;
    return seconds ? time.toSeconds() + " s" : time.toMillis() + " ms";
  }
}
