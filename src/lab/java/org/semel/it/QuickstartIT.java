// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.platform.engine.TestExecutionResult;
import org.semel.estate.Producer;
import org.semel.estate.ServerKind;

/**
 * The quickstart's WAR, as {@code src/publish/as-a-user.sh} has built it over what we publish. Only
 * the address of its provider is set, as a user would, where MicroProfile Config reads. A first
 * message is sent to it as the page of the first WAR prints that.
 */
@OnEachServer
class QuickstartIT {

  private static final String NAME = "payments.war";
  private static final Path WAR = Path.of("target/quickstart/target", NAME);
  private static final Path CONFIG =
      Path.of("samples/quickstart/src/main/resources/META-INF/microprofile-config.properties");
  private static final Path TABLES =
      Path.of("samples/quickstart/src/main/resources/db/payments.sql");

  /** The quickstart's bean, but for its write, which is on a thread of its own. */
  private static final String BESIDE =
      """
      package com.example.payments;

      import jakarta.enterprise.context.ApplicationScoped;
      import jakarta.inject.Inject;
      import java.sql.Connection;
      import java.sql.SQLException;
      import java.sql.Statement;
      import java.util.concurrent.CompletableFuture;
      import javax.sql.DataSource;
      import org.semel.Semel;

      @ApplicationScoped
      public class Payments {
        @Inject @Semel private DataSource database;

        public String receive(PaymentEvent event) {
          CompletableFuture<Void> written = new CompletableFuture<>();
          new Thread(() -> {
            try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
              statement.executeUpdate("INSERT INTO payment VALUES (nextval('payment_id'), '%s', %d)"
                  .formatted(event.data().account(), event.data().cents()));
              written.complete(null);
            } catch (SQLException e) {
              written.completeExceptionally(e);
            }
          }).start();
          written.join();
          return "{}";
        }

        public void refund(PaymentEvent event) {
          receive(event);
        }
      }
      """;

  private final ServerKind kind;
  private final SharedEstate estate;
  private final String account = UUID.randomUUID().toString();

  QuickstartIT(ServerKind kind) {
    this.kind = kind;
    estate = SharedEstate.of(kind);
  }

  @BeforeParameterizedClassInvocation
  static void queuesAndTables(ServerKind kind) throws IOException {
    SharedEstate estate = SharedEstate.of(kind);
    estate.broker().addQueue("payments");
    estate.broker().addQueue("refunds");
    estate.postgres.execute(Files.readString(TABLES));
  }

  @Test
  void whatIsSentTwiceIsBookedOnceByTheRouteInJavaAndByThatInXmlAndTheOneInYamlSendsItsReceipt()
      throws IOException {
    long before = estate.provider.effects();
    estate.server().deploy(reading(policyOutside(), war()));
    try {
      sendTwice("payments", 4999);
      sendTwice("refunds", 1500);
      await("both are booked")
          .until(() -> number("SELECT count(*) FROM payment WHERE account = ?") == 2);
      await("the receipt is sent")
          .until(
              () ->
                  number(
                          "SELECT count(*) FROM semel_intent WHERE state = 'delivered' AND cause LIKE '%' || ? || '%'")
                      == 1);
      await("the second of each is absorbed")
          .until(
              () ->
                  number(
                          "SELECT count(*) FROM semel_duplicate JOIN semel_claim USING (identity) WHERE key LIKE '%' || ? || '%'")
                      == 2);
      assertThat(number("SELECT sum(cents) FROM payment WHERE account = ?")).isEqualTo(3499);
      assertThat(estate.provider.effects()).isEqualTo(before + 1);
      assertThat(remembered("payments"))
          .as("META-INF/semel/payments.yaml says so")
          .isEqualTo(Duration.ofDays(14).toSeconds());
      assertThat(remembered("refunds"))
          .as("the file outside of the WAR overrules META-INF/semel/refunds.yaml")
          .isEqualTo(Duration.ofDays(21).toSeconds());
    } finally {
      estate.server().undeploy(NAME);
    }
  }

  @Test
  void theFirstMessageIsSentByTheCommandsOfThePageAndShowsWhatThePageShows() throws IOException {
    FirstMessage message = FirstMessage.printedFor(kind, estate);
    List<String> before = message.answers();
    estate.server().deploy(reading(policyOutside(), war()));
    try {
      assertThat(message.send()).containsSubsequence("sent\n", "sent\n");
      await("it shows what the page shows")
          .untilAsserted(
              () -> assertThat(without(before, message.answers())).isEqualTo(message.shown()));
    } finally {
      estate.server().undeploy(NAME);
    }
  }

  @Test
  void itsOwnTestRunsInsideTheServer() {
    assertThat(new OwnTestInServer(kind).run().getThrowable()).isEmpty();
  }

  @Test
  void itsOwnTestNamesInsideTheServerTheStepWhoseEffectStaysWhenTheMessageRollsBack() {
    TestExecutionResult found = new OwnTestInServer(kind).run("Payments", BESIDE);
    assertThat(found.getThrowable())
        .get()
        .asString()
        .contains(
            "NOT SAFE: receive-payment, step 2 of 4, bean(",
            "public.payment: one more (account=DE-17, cents=4999)");
  }

  private static List<String> without(List<String> before, List<String> now) {
    List<String> more = new ArrayList<>(now);
    before.forEach(more::remove);
    return more;
  }

  private void sendTwice(String queue, long cents) {
    String event =
        """
        {"specversion": "1.0", "id": "%s-%2$s", "source": "shop", "type": "payment",
         "data": {"account": "%1$s", "cents": %3$d}}
        """
            .formatted(account, queue, cents);
    try (Producer producer = estate.producer(queue)) {
      producer.send(event);
      producer.send(event);
    }
  }

  private long remembered(String consumer) {
    return estate.postgres.number(
        "SELECT extract(epoch FROM age)::bigint FROM semel_retention WHERE kept = 'CLAIM' AND owner = ?",
        consumer);
  }

  /** A folder of the machine, as an operator has one. */
  private static Path policyOutside() throws IOException {
    Path folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "policies-");
    Files.writeString(folder.resolve("refunds.yaml"), "dedup:\n  remember: 21d\n");
    return folder;
  }

  private static WebArchive reading(Path policies, WebArchive war) throws IOException {
    String file = "WEB-INF/classes/META-INF/microprofile-config.properties";
    String own = Files.readString(CONFIG);
    war.delete(file);
    return war.add(
        new StringAsset(own + "\nsemel.policies=" + policies.toString().replace('\\', '/') + "\n"),
        file);
  }

  private static WebArchive war() {
    File built = WAR.toFile();
    assertThat(built).as("mvn verify builds it before it calls the laboratory").exists();
    return ShrinkWrap.create(ZipImporter.class, NAME).importFrom(built).as(WebArchive.class);
  }

  private long number(String sql) {
    return estate.postgres.number(sql, account);
  }
}
