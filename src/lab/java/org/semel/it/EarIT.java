// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.semel.estate.Producer;
import org.semel.estate.ServerKind;

/** An EAR with its work in an EJB jar and two WARs with Semel, on a real server. */
@OnEachServer
class EarIT extends OneInvoice {

  private static final int LINES = 200;
  private static final int TWICE = 60;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Of a branch that the database prepares; the first group is its transaction. */
  private static final Pattern PREPARED =
      Pattern.compile("PREPARE TRANSACTION '(\\d+_[^_']+)_[^']+'");

  /** As Liberty is shipped: an EJB jar without a beans.xml holds beans, too. */
  private static final String BEANS_EVERYWHERE =
      "<server><cdi enableImplicitBeanArchives=\"true\"/></server>";

  EarIT(ServerKind kind) {
    super(kind);
  }

  @BeforeParameterizedClassInvocation
  static void deploy(ServerKind kind) {
    SharedEstate estate = SharedEstate.of(kind);
    estate.broker().addQueue("ear");
    estate.broker().addQueue("billing");
    if (kind == ServerKind.LIBERTY) {
      estate.liberty().configure("beans", BEANS_EVERYWHERE);
    }
    estate.server().deploy(BookingEar.build());
    estate.postgres.execute("ALTER SYSTEM SET log_statement = 'all'");
    estate.postgres.execute("SELECT pg_reload_conf()");
  }

  @AfterParameterizedClassInvocation
  static void undeploy(ServerKind kind) {
    SharedEstate estate = SharedEstate.of(kind);
    estate.postgres.execute("ALTER SYSTEM RESET log_statement");
    estate.postgres.execute("SELECT pg_reload_conf()");
    estate.server().undeploy(BookingEar.NAME);
    if (kind == ServerKind.LIBERTY) {
      estate.liberty().reset("beans");
    }
  }

  @Test
  void everyLineIsBookedOnceInOneBranchOfTheDatabaseThoughTheWorkIsInAnotherModule()
      throws IOException {
    try (Producer first = estate.producer("ear")) {
      for (int i = 0; i < LINES + TWICE; i++) {
        first.send(event(i % LINES));
      }
    }
    await().atMost(PATIENCE).until(() -> estate.broker().messages("ear") == 0);
    await().atMost(PATIENCE).until(() -> delivered() == LINES);
    assertThat(effects()).isEqualTo(LINES);
    assertThatNothingIsInDoubt();
    assertThat(transactionsOfBranches()).isNotEmpty().doesNotHaveDuplicates();
  }

  /** Two Semels, two Camels and two policies over one session bean; each sees its own only. */
  @Test
  void twoWarsOfOneEarEachBookTheirOwnLinesOnceAtTheSameTime() throws IOException {
    try (Producer first = estate.producer("ear");
        Producer second = estate.producer("billing")) {
      for (int i = 0; i < LINES + TWICE; i++) {
        first.send(event(i % LINES));
        second.send(event(LINES + i % LINES));
      }
    }
    for (String name : List.of("ear", "billing")) {
      await(name).atMost(PATIENCE).until(() -> estate.broker().messages(name) == 0);
      await(name).atMost(PATIENCE).until(() -> deliveredBy(name) == LINES);
      assertThat(claimsOf(name)).as(name).isEqualTo(LINES);
    }
    assertThat(effects()).isEqualTo(2 * LINES);
    assertThatNothingIsInDoubt();
    assertThat(transactionsOfBranches()).isNotEmpty().doesNotHaveDuplicates();
    assertThat(count("semel_parked", "key")).isZero();
  }

  /** No server looks there for what starts Semel, and nobody would say anything. */
  @Test
  void semelInTheLibOfAnEarIsToldInOneLineAndTheApplicationStaysDeployed() {
    int before = estate.server().output().length();
    estate.server().deploy(BookingEar.withSemelInLib());
    try {
      List<String> told =
          estate
              .server()
              .output()
              .substring(before)
              .lines()
              .filter(line -> line.contains("SEMEL-01"))
              .toList();
      assertThat(told)
          .singleElement(as(STRING))
          .contains("SEMEL-0107", "semel.jar", "WEB-INF/lib of each WAR");
    } finally {
      estate.server().undeploy(BookingEar.SHARED);
    }
  }

  private long deliveredBy(String war) {
    return count(
        "(SELECT cause FROM semel_intent WHERE state = 'delivered' AND destination = '%s-confirmed') i"
            .formatted(war),
        "cause");
  }

  private long claimsOf(String war) {
    return count("(SELECT key FROM semel_claim WHERE consumer = '%s') c".formatted(war), "key");
  }

  private void assertThatNothingIsInDoubt() {
    await("nothing is in doubt")
        .until(() -> estate.broker().prepared() == 0 && estate.postgres.gids().isEmpty());
  }

  /** One for each branch. */
  private List<String> transactionsOfBranches() throws IOException {
    return PREPARED
        .matcher(Files.readString(estate.postgres.log(), StandardCharsets.ISO_8859_1))
        .results()
        .map(found -> found.group(1))
        .toList();
  }
}
