// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.log;

import java.time.Duration;
import org.semel.Code;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.relay.RelayListener;

/**
 * Writes what relays do. A delivery that will be tried again is written only if somebody asks for
 * details: the table has its reason.
 */
public final class RelayLog implements RelayListener {

  private final OutageLog outages = new OutageLog();

  /** An intent was recorded already, and would have other bytes or headers now. */
  public static void differs(Intent intent) {
    OperatorLog.warn(
        Code.INTENT_DIFFERS,
        "Intent %s to %s for %s was recorded again with other bytes or headers. Those that were recorded first are sent. Either the"
            + " route makes something else of the same message, or two messages have one identity.",
        intent.key(),
        intent.address().destination(),
        intent.cause());
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

  /** What interrupts it from now on is told at once, and nothing else is over. */
  @Override
  public void begins(Destination destination) {
    outages.resumed(destination, () -> {});
  }

  @Override
  public void settled(Destination destination, SettledLease settled) {
    if (settled.settlement() instanceof Settlement.Parked parked) {
      OperatorLog.warn(
          Code.INTENT_PARKED,
          "Intent %s to %s for %s is parked as %s (%s).",
          settled.lease().intent().key(),
          destination,
          settled.lease().intent().cause(),
          parked.reason(),
          parked.why());
    }
    if (settled.settlement() instanceof Settlement.RetryAt retry) {
      OperatorLog.detail(
          Code.DELIVERY_FAILED,
          "Intent %s to %s for %s was not accepted (%s); it is tried again in %s.",
          settled.lease().intent().key(),
          destination,
          settled.lease().intent().cause(),
          retry.why(),
          inWords(retry.delay()));
    }
  }

  @Override
  public void leaseLost(Destination destination, SettledLease settled) {
    OperatorLog.warn(
        Code.RELAY_LEASE_LOST,
        "Intent %s to %s: its lease ran out, and another relay or a person has taken it over. Make semel.destination.%s.lease longer.",
        settled.lease().intent().key(),
        destination,
        destination);
  }

  @Override
  public void circuitOpened(Destination destination, int failures, Duration open) {
    OperatorLog.warn(
        Code.CIRCUIT_OPENED,
        "%d deliveries to %s failed in a row; nothing is sent to it for %s, then one intent at a time until one is answered."
            + " No attempt is counted meanwhile. The last answers stand with its pending intents.",
        failures,
        destination,
        inWords(open));
  }

  @Override
  public void circuitClosed(Destination destination) {
    OperatorLog.info(Code.CIRCUIT_CLOSED, "%s answers again; the relay goes on.", destination);
  }

  @Override
  public void questionsUnanswered(Destination destination, int unanswered, Duration open) {
    OperatorLog.warn(
        Code.QUESTIONS_UNANSWERED,
        "%d questions to %s in a row had no answer. Intents in doubt wait, and one of them is asked for every %s; no attempt is"
            + " counted. Others are sent. Look at the query route and its provider; all are asked for once one is answered.",
        unanswered,
        destination,
        inWords(open));
  }

  @Override
  public void questionsAnswered(Destination destination) {
    OperatorLog.info(
        Code.QUESTIONS_ANSWERED,
        "%s answers again; all intents in doubt are asked for.",
        destination);
  }

  @Override
  public void destinationPaused(Destination destination, String why, Duration probes) {
    OperatorLog.warn(
        Code.DESTINATION_PAUSED,
        "%s denies access to all intents (%s). One intent is tried every %s; no attempt is counted. Correct the credentials,"
            + " the rights or the address that its route uses. The relay goes on by itself when an intent is admitted.",
        destination,
        why,
        inWords(probes));
  }

  private static String inWords(Duration time) {
    boolean seconds = time.toMillis() % Duration.ofSeconds(1).toMillis() == 0;
    return seconds ? time.toSeconds() + " s" : time.toMillis() + " ms";
  }

  @Override
  public void destinationResumed(Destination destination) {
    OperatorLog.info(
        Code.DESTINATION_RESUMED, "%s admits intents again; the relay goes on.", destination);
  }

  @Override
  public void givenUp(Destination destination, Intent intent, Duration after) {
    OperatorLog.warn(
        Code.DELIVERY_GIVEN_UP,
        "The delivery of intent %s to %s for %s took longer than %d s and is given up. Its outcome is unknown. Give the client"
            + " time-outs of its own, or make semel.destination.%s.delivery-timeout longer.",
        intent.key(),
        destination,
        intent.cause(),
        after.toSeconds(),
        destination);
  }

  @Override
  public void exhausted(Destination destination, int hanging) {
    OperatorLog.warn(
        Code.DELIVERIES_HANG,
        "%d deliveries to %s were given up, but still hang. Nothing more is sent to it until fewer hang, or its route is started"
            + " again. Give the client time-outs of its own.",
        hanging,
        destination);
  }

  @Override
  public void relieved(Destination destination) {
    OperatorLog.info(
        Code.DELIVERIES_RETURNED,
        "A delivery to %s that hung has ended; the relay goes on.",
        destination);
  }

  @Override
  public void interrupted(Destination destination, Throwable cause, Duration pause) {
    outages.interrupted(
        destination,
        cause,
        why ->
            OperatorLog.warn(
                Code.RELAY_PAUSED,
                pause.isZero()
                    ? "A delivery to %1$s was not begun or has no answer, and the relay goes on. %3$s"
                    : "The relay to %1$s waits; the next try is in %2$d ms. %3$s",
                destination,
                pause.toMillis(),
                why));
  }

  @Override
  public void resumed(Destination destination) {
    outages.resumed(
        destination,
        () -> OperatorLog.info(Code.RELAY_RESUMED, "The relay to %s goes on.", destination));
  }
}
