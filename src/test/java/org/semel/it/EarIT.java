// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.EnterpriseArchive;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.semel.estate.ExampleWar;
import org.semel.estate.Producer;
import org.semel.estate.ServerKind;
import org.semel.example.OrderEvent;
import org.semel.example.Reservation;
import org.semel.it.ear.Booking;
import org.semel.it.ear.EarRoutes;

/**
 * An EAR as estates build it: persistence unit, entities and session bean in an EJB jar, Semel and
 * the routes in a WAR.
 */
@OnEachServer
class EarIT extends OneInvoice {

  private static final String NAME = "booking.ear";
  private static final int LINES = 200;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Of a branch that the database prepares; the first group is its transaction. */
  private static final Pattern PREPARED =
      Pattern.compile("PREPARE TRANSACTION '(\\d+_[^_']+)_[^']+'");

  private static final String POLICY =
      """
      semel.consumer.ear.connection-factory=jms/semelXA
      semel.destination.ear-confirmed.keys=honoured
      """;

  EarIT(ServerKind kind) {
    super(kind);
  }

  @BeforeParameterizedClassInvocation
  static void deploy(ServerKind kind) {
    SharedEstate estate = SharedEstate.of(kind);
    estate.broker().addQueue("ear");
    estate.server().deploy(ear());
    estate.postgres.execute("ALTER SYSTEM SET log_statement = 'all'");
    estate.postgres.execute("SELECT pg_reload_conf()");
  }

  @AfterParameterizedClassInvocation
  static void undeploy(ServerKind kind) {
    SharedEstate estate = SharedEstate.of(kind);
    estate.postgres.execute("ALTER SYSTEM RESET log_statement");
    estate.postgres.execute("SELECT pg_reload_conf()");
    estate.server().undeploy(NAME);
  }

  @Test
  void everyLineIsBookedOnceInOneBranchOfTheDatabaseThoughTheWorkIsInAnotherModule()
      throws IOException {
    try (Producer producer = estate.producer("ear")) {
      IntStream.range(0, LINES + 60).forEach(i -> producer.send(event(i % LINES)));
    }
    await().atMost(PATIENCE).until(() -> estate.broker().messages("ear") == 0);
    await().atMost(PATIENCE).until(() -> delivered() == LINES);
    assertThat(effects()).isEqualTo(LINES);
    await("nothing is in doubt")
        .until(() -> estate.broker().prepared() == 0 && estate.postgres.gids().isEmpty());
    assertThat(transactionsOfBranches()).isNotEmpty().doesNotHaveDuplicates();
  }

  /** One for each branch. */
  private List<String> transactionsOfBranches() throws IOException {
    return PREPARED
        .matcher(Files.readString(estate.postgres.log(), StandardCharsets.ISO_8859_1))
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  private static EnterpriseArchive ear() {
    JavaArchive work =
        ShrinkWrap.create(JavaArchive.class, "booking.jar")
            .addClasses(
                Booking.class, Reservation.class, OrderEvent.class, OrderEvent.OrderLine.class)
            .addAsResource("META-INF/persistence.xml");
    return ShrinkWrap.create(EnterpriseArchive.class, NAME)
        .addAsModule(work)
        .addAsModule(
            ExampleWar.bare("booking.war")
                .addClass(EarRoutes.class)
                .addAsResource(new StringAsset(POLICY), "META-INF/microprofile-config.properties"));
  }
}
