// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.semel.internal.desk.watch.log.RelayLog;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.relay.RelayListener;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;

/** What relays do is told, each under its code. */
class RelayLinesTest {

  private static final Destination MAIL = new Destination("mail");
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final Intent INTENT =
      new Intent(
          new Identity("orders", "k"), new Intent.Address(MAIL, 0), Headers.none(), Body.none());

  private final LogLines lines = new LogLines();
  private final RelayListener log = RelayListener.reportingTo(new RelayLog());

  @AfterEach
  void close() {
    lines.close();
  }

  @Test
  void anIntentThatWaitsForAPersonIsTold() {
    log.settled(
        MAIL, as(new Settlement.Parked(Settlement.IntentParkingReason.REFUSED, "status 422")));
    assertThat(
            lines.with(
                "SEMEL-0502",
                INTENT.key() + " to mail for " + INTENT.cause(),
                "REFUSED (status 422)"))
        .hasSize(1);
  }

  @Test
  void whatIsDeliveredOrComesAgainIsNoLine() {
    log.settled(MAIL, as(new Settlement.Delivered()));
    log.settled(MAIL, as(new Settlement.NotBegun()));
    log.settled(MAIL, as(new Settlement.RetryAt(PAUSE, "away", Lease.Trace.NONE)));
    assertThat(lines.with("mail")).isEmpty();
  }

  @Test
  void aLeaseThatWasLostIsToldWithWhatToDo() {
    log.leaseLost(MAIL, as(new Settlement.Delivered()));
    assertThat(
            lines.with(
                "SEMEL-0501",
                INTENT.key() + " to mail",
                "another relay or a person",
                "semel.destination.mail.lease"))
        .hasSize(1);
  }

  @Test
  void aCircuitThatOpensAndItsEndAreTold() {
    log.circuitOpened(MAIL, 20, Duration.ofSeconds(30));
    assertThat(lines.with("SEMEL-0509", "20 deliveries to mail failed", "for 30 s")).hasSize(1);
    log.circuitClosed(MAIL);
    assertThat(lines.with("SEMEL-0510", "mail answers again")).hasSize(1);
  }

  @Test
  void questionsThatHaveNoAnswerAndTheirEndAreTold() {
    log.questionsUnanswered(MAIL, 20, Duration.ofSeconds(30));
    assertThat(lines.with("SEMEL-0531", "20 questions to mail in a row", "every 30 s")).hasSize(1);
    log.questionsAnswered(MAIL);
    assertThat(lines.with("SEMEL-0532", "mail answers again")).hasSize(1);
  }

  @Test
  void anOutageOfTheDatabaseIsToldOnceAndItsEndToo() {
    SQLException cut = new SQLException("cut", "08006");
    List.of(cut, cut).forEach(cause -> log.interrupted(MAIL, cause, PAUSE));
    log.resumed(MAIL);
    log.resumed(MAIL);
    assertThat(lines.with("SEMEL-0503", "The relay to mail waits", "SQLState 08006")).hasSize(1);
    assertThat(lines.with("SEMEL-0504", "The relay to mail goes on")).hasSize(1);
  }

  @Test
  void aFaultOfOneDeliveryIsNotToldAsAPause() {
    log.interrupted(MAIL, new SQLException("cut", "08006"), Duration.ZERO);
    assertThat(lines.with("SEMEL-0503", "delivery to mail", "the relay goes on", "SQLState 08006"))
        .hasSize(1);
    assertThat(lines.with("waits")).isEmpty();
  }

  @Test
  void aTimeOfLessThanASecondIsNotToldAsNone() {
    Duration brief = Duration.ofMillis(250);
    log.circuitOpened(MAIL, 3, brief);
    assertThat(lines.with("nothing is sent to it for 250 ms")).hasSize(1);
    log.destinationPaused(MAIL, "status 401", brief);
    assertThat(lines.with("One intent is tried every 250 ms")).hasSize(1);
  }

  @Test
  void wholeSecondsAre() {
    log.circuitOpened(MAIL, 3, Duration.ofSeconds(30));
    assertThat(lines.with("nothing is sent to it for 30 s")).hasSize(1);
  }

  private static SettledLease as(Settlement settlement) {
    Lease.DeliveryHistory none = new Lease.DeliveryHistory(0, Lease.Trace.NONE, Duration.ZERO);
    return new SettledLease(new Lease(INTENT, 1, none), settlement);
  }
}
