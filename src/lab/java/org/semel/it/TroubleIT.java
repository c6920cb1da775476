// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.estate.Producer;
import org.semel.estate.ServerKind;
import org.semel.it.trouble.Mark;
import org.semel.it.trouble.Neighbour;
import org.semel.matrix.Shows;

/**
 * Handlers that go wrong in every way we know, on a real server, deployed as an EAR: nothing lost,
 * nothing left behind.
 */
@OnEachServer
class TroubleIT {

  private final SharedEstate estate;
  private final String key = UUID.randomUUID().toString();

  TroubleIT(ServerKind kind) {
    estate = SharedEstate.of(kind);
  }

  @BeforeParameterizedClassInvocation
  static void deploy(ServerKind kind) {
    SharedEstate estate = SharedEstate.of(kind);
    estate.postgres.execute(Mark.DDL + Mark.REFUSAL);
    estate.broker().addQueue("trouble");
    estate.broker().addQueue("brief");
    estate.broker().addQueue("later");
    estate.broker().addQueue("neighbour");
    estate.server().deploy(TroubleEar.build());
  }

  @AfterParameterizedClassInvocation
  static void undeploy(ServerKind kind) {
    SharedEstate.of(kind).server().undeploy("trouble.ear");
  }

  @Test
  void whatGoesWellLeavesOneMark() {
    send("goes well");
    send("goes well");
    await()
        .until(() -> count("semel_duplicate d JOIN semel_claim c USING (identity)", "c.key") == 1);
    assertThat(count("mark", "key")).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "trouble, throws,            java.lang.IllegalStateException",
    "trouble, overflows,         java.lang.StackOverflowError",
    "trouble, marks,             org.semel.internal.engine.tx.MarkedRollbackOnly",
    "trouble, swallows,          ''",
    "trouble, violates at flush, ''",
    "brief,   overruns,          org.semel.internal.engine.tx.TransactionTimedOut",
    "brief,   asks for too long, org.semel.internal.engine.tx.TransactionTimedOut"
  })
  @Shows(
      value = {"X5 none", "X13 none"},
      on = {ServerKind.WILDFLY, ServerKind.LIBERTY})
  void whatGoesWrongIsTriedThreeTimesAndParkedWithItsReason(
      String consumer, String kind, String failure) {
    send(consumer, key, kind);
    await()
        .until(
            () ->
                estate.postgres.number(
                        "SELECT count(*) FROM semel_parked WHERE key = ? AND reason ="
                            + " 'ATTEMPTS_EXHAUSTED' AND detail LIKE ?",
                        key,
                        failure + "%")
                    == 1);
    assertThat(count("mark", "key")).as("nothing is left behind").isZero();
    assertThat(count("semel_claim", "key")).isEqualTo(1);
    assertThat(count("semel_attempt", "key")).isZero();
    await().until(() -> estate.broker().messages(consumer) == 0);
    assertNothingIsInDoubt();
  }

  private void assertNothingIsInDoubt() {
    await("nothing is in doubt")
        .until(() -> estate.broker().prepared() == 0 && estate.postgres.gids().isEmpty());
  }

  /**
   * As a deferred constraint does: at the prepare, or at the commit of the only branch. The message
   * beside it may be of the same transaction.
   */
  @ParameterizedTest
  @ValueSource(strings = {"trouble", "later"})
  void whatOnlyTheCommitRefusesIsParkedInTheDatabasesWordsAndWhatIsBesideItTakesEffect(
      String consumer) {
    String beside = UUID.randomUUID().toString();
    try (Producer producer = estate.producer(consumer)) {
      producer.send(context -> message(context, beside, "goes well"));
      producer.send(context -> message(context, key, Mark.REFUSED));
    }
    await()
        .until(
            () ->
                estate
                    .postgres
                    .texts("SELECT reason || ': ' || detail FROM semel_parked WHERE key = ?", key)
                    .stream()
                    .anyMatch(
                        parked ->
                            parked.startsWith("ATTEMPTS_EXHAUSTED: ")
                                && parked.contains("the mark is not wanted")));
    assertThat(count("mark", "key")).as("nothing is left behind").isZero();
    await("the other one takes effect")
        .until(
            () -> estate.postgres.number("SELECT count(*) FROM mark WHERE key = ?", beside) == 1);
    await().until(() -> estate.broker().messages(consumer) == 0);
    assertNothingIsInDoubt();
  }

  /** PostgreSQL says so at the prepare, and the message comes again, alone. */
  @Test
  void whatCannotBePreparedTakesEffectAlone() {
    send("cannot be prepared");
    await().until(() -> count("mark", "key") == 1);
    await().until(() -> estate.broker().messages("trouble") == 0);
    assertThat(count("semel_parked", "key")).isZero();
  }

  @Test
  void whatOverrunsTakesNoConnectionFromItsNeighbour() {
    String neighbour = UUID.randomUUID().toString();
    send("neighbour", neighbour, "works");
    await("the neighbour works in its transaction").until(() -> neighboursAtWork() == 1);
    send("brief", key, "overruns");
    await("what overruns is rolled back").until(() -> count("semel_attempt", "key") == 1);
    estate.postgres.execute(
        "INSERT INTO mark VALUES (0, '" + neighbour + "', '" + Neighbour.END + "')");
    await("the neighbour ends").until(() -> estate.broker().messages("neighbour") == 0);
    assertThat(estate.postgres.texts("SELECT kind FROM mark WHERE key = ? ORDER BY 1", neighbour))
        .containsExactly("begins in run 1", Neighbour.END, "ends in run 1");
  }

  private long neighboursAtWork() {
    return estate.postgres.number(
        "SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction' AND query LIKE"
            + " 'SELECT 1 FROM mark %'");
  }

  @Test
  void anOperatorReleasesWhatWasParkedOnceTheFaultIsMendedAndItTakesEffectOnce() throws Exception {
    send("breaks until mended");
    await().until(() -> waiting() == 1);
    assertThat(operator("release=" + key)).startsWith("Failed");
    assertThat(count("mark", "key")).as("nothing is left behind").isZero();
    assertThat(waiting()).isEqualTo(1);
    assertThat(operator("mend=yes&release=" + key)).startsWith("TookEffect");
    assertThat(waiting()).isZero();
    send("breaks until mended");
    await()
        .until(() -> count("semel_duplicate d JOIN semel_claim c USING (identity)", "c.key") == 1);
    assertThat(count("mark", "key")).isEqualTo(1);
    assertThat(
            estate.postgres.texts(
                "SELECT who || ': ' || outcome FROM semel_audit a JOIN semel_claim c USING"
                    + " (identity) WHERE c.key = ? ORDER BY a.id",
                key))
        .containsExactly("ann: failed: java.lang.IllegalStateException", "ann: took effect");
  }

  private long waiting() {
    return estate.postgres.number(
        "SELECT count(*) FROM semel_parked WHERE key = ? AND state = 'parked'", key);
  }

  private String operator(String act) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(
                    URI.create(
                        "http://localhost:" + estate.server().httpPort() + "/trouble/operator"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(act))
                .build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private void send(String kind) {
    send("trouble", key, kind);
  }

  private void send(String queue, String key, String kind) {
    try (Producer producer = estate.producer(queue)) {
      producer.send(context -> message(context, key, kind));
    }
  }

  private static Message message(JMSContext context, String key, String kind) throws JMSException {
    Message message = context.createTextMessage(kind);
    message.setStringProperty("key", key);
    return message;
  }

  private long count(String table, String column) {
    return estate.postgres.number(
        "SELECT count(*) FROM " + table + " WHERE " + column + " = ?", key);
  }
}
