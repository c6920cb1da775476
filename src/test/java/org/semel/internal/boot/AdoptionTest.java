// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.apache.camel.builder.RouteBuilder;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.semel.estate.Postgres;
import org.semel.small.Jms;
import org.semel.small.SmallServer;

/** Steps of a team that takes Semel in beside what it has. */
class AdoptionTest {

  private final Postgres postgres = SmallServer.shared().postgres();
  private final String minted = Instant.now().toString();
  private SmallEstate estate = new SmallEstate();
  private final String name = estate.name;

  @AfterEach
  void stop() {
    estate.close();
  }

  /** First the old route over our repository, later the same consumer behind {@code inbox:}. */
  @Test
  void whatAClassicRouteHasHandledIsADuplicateBehindInboxUnderItsName() {
    try (CommittedEffects effects = new CommittedEffects(name)) {
      handleInAClassicRoute(effects);
      estate = new SmallEstate(name);
      estate
          .consumer("identity", "property:key")
          .start(
              new RouteBuilder() {
                @Override
                public void configure() {
                  from("inbox:" + name).process(effects::add);
                }
              });
      send("1", "2", "3");
      await("all is handled")
          .until(
              () ->
                  estate.count("semel_duplicate", "true") == 2
                      && effects.keys().contains("3")
                      && estate.queueIsEmpty());
      assertThat(effects.keys()).containsExactly("1", "2", "3");
      assertThat(estate.count("semel_parked", "true")).as("conflicts").isZero();
    }
  }

  /** Such a memory lies elsewhere, or nowhere. */
  @ParameterizedTest
  @CsvSource({"identity-time, cloudevent", "strategy, natural", "strategy, entity"})
  void whatAClassicRouteHasHandledIsADuplicateWhateverRemembersBehindInbox(
      String key, String value) {
    try (CommittedEffects effects = new CommittedEffects(name)) {
      handleInAClassicRoute(effects);
      estate = new SmallEstate(name);
      estate
          .consumer("identity", "property:key")
          .consumer(key, value)
          .start(
              new RouteBuilder() {
                @Override
                public void configure() {
                  from("inbox:" + name).process(effects::add);
                }
              });
      send("1", "2", "3");
      await("all is handled").until(() -> effects.keys().contains("3") && estate.queueIsEmpty());
      assertThat(effects.keys()).containsExactly("1", "2", "3");
      assertThat(estate.count("semel_parked", "true")).as("conflicts").isZero();
    }
  }

  private void handleInAClassicRoute(CommittedEffects effects) {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("jms:queue:" + name + "?receiveTimeout=200")
                .transacted()
                .idempotentConsumer(header("key"))
                .idempotentRepository("semel:" + name)
                .process(effects::add);
          }
        });
    send("1", "2");
    await("the classic route").until(() -> effects.keys().size() == 2);
    await("its receipts").until(estate::queueIsEmpty);
    await("the rule for its claims is written").until(this::keepsClaims);
    estate.close();
  }

  private boolean keepsClaims() {
    return postgres.number(
            "SELECT count(*) FROM semel_retention WHERE kept = 'CLAIM' AND owner = ?", name)
        == 1;
  }

  /** With the very settings of the page about the first WAR; it may run again. */
  @Test
  void besideAnApplicationsHistoryFlywayKeepsOneForOurScripts(@TempDir Path own)
      throws IOException {
    Files.writeString(own.resolve("V1__orders.sql"), "CREATE TABLE orders (id int)");
    Files.writeString(own.resolve("V2__more.sql"), "ALTER TABLE orders ADD COLUMN day date");
    String database = "adoption_" + System.nanoTime();
    postgres.execute("CREATE DATABASE " + database);
    try {
      for (int run = 0; run < 2; run++) {
        flyway(database).locations("filesystem:" + own).load().migrate();
        flyway(database)
            .locations("classpath:org/semel/postgresql/migrations")
            .table("semel_history")
            .baselineOnMigrate(true)
            .baselineVersion("0")
            .load()
            .migrate();
      }
      assertThat(
              flyway(database)
                  .locations("classpath:org/semel/postgresql/migrations")
                  .table("semel_history")
                  .load()
                  .info()
                  .current()
                  .getVersion()
                  .getVersion())
          .isEqualTo("1");
    } finally {
      postgres.execute("DROP DATABASE " + database + " WITH (FORCE)");
    }
  }

  private FluentConfiguration flyway(String database) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(postgres.jdbcUrl());
    source.setDatabaseName(database);
    source.setUser("postgres");
    return Flyway.configure().dataSource(source);
  }

  private void send(String... keys) {
    for (String key : keys) {
      Jms.send(
          estate.server.broker(),
          name,
          context -> {
            var message = context.createTextMessage(key);
            message.setStringProperty("key", key);
            message.setStringProperty("ce_id", key);
            message.setStringProperty("ce_time", minted);
            return message;
          });
    }
  }
}
