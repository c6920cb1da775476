// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.agroal.api.AgroalDataSource;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.Driver;
import org.semel.small.SmallServer;
import org.semel.xa.PostgresXADataSource;

/**
 * What an application's persistence unit writes is part of the transaction in which its consumers
 * claim: both use one data source. The proof asks the data source that each unit names, and each
 * that is injected into a bean, for the session that it would write through.
 */
class PersistenceUnitTest {

  private static final String OTHER = "java:/jdbc/other";

  @TempDir private Path application;
  private final SmallEstate estate = new SmallEstate();
  private final ClassLoader before = Thread.currentThread().getContextClassLoader();
  private AgroalDataSource other;

  @BeforeEach
  void anotherDataSourceOverTheSameDatabase() throws SQLException {
    other = SmallServer.pool(estate.server.postgres(), PostgresXADataSource.class);
    estate.bind(OTHER, other);
  }

  @AfterEach
  void stop() {
    estate.close();
    other.close();
    Thread.currentThread().setContextClassLoader(before);
  }

  @Test
  void aUnitThatWritesThroughAnotherDataSourceIsRefused() {
    unit("<persistence-unit name='books'><jta-data-source>" + OTHER + "</jta-data-source>");
    assertThatThrownBy(this::start)
        .hasMessageContainingAll(
            "SEMEL-0442", "persistence unit books", OTHER, "jdbc/semel", "other-persistence-units");
    assertThat(estate.server.postgres().gids()).isEmpty();
  }

  @Test
  void soIsOneThatTakesPartInNoTransactionOfTheServer() {
    unit(
        "<persistence-unit name='books' transaction-type='RESOURCE_LOCAL'>"
            + "<non-jta-data-source>java:/jdbc/semel</non-jta-data-source>");
    assertThatThrownBy(this::start)
        .hasMessageContainingAll("SEMEL-0442", "persistence unit books", "RESOURCE_LOCAL");
  }

  @Test
  void soIsOneWithoutADataSourceOfTheServersTransactions() {
    unit("<persistence-unit name='books'><non-jta-data-source>" + OTHER + "</non-jta-data-source>");
    estate.bind("java:comp/DefaultDataSource", other);
    assertThatThrownBy(this::start)
        .hasMessageContainingAll("SEMEL-0442", "books", "java:comp/DefaultDataSource");
  }

  @Test
  void soIsOneWhoseDataSourceIsOutsideTheTransaction() throws SQLException {
    try (AgroalDataSource local = SmallServer.pool(estate.server.postgres(), Driver.class)) {
      estate.bind(OTHER, local);
      unit("<persistence-unit name='books'><jta-data-source>" + OTHER + "</jta-data-source>");
      assertThatThrownBy(this::start).hasMessageContainingAll("SEMEL-0442", "books");
    }
  }

  @Test
  void theSameDataSourceUnderAnotherNameIsTheSame() {
    unit("<persistence-unit name='books'><jta-data-source>java:/jdbc/alias</jta-data-source>");
    start();
    takesEffect();
  }

  @Test
  void aUnitThatNoConsumerWritesThroughMayBeElsewhere() {
    unit("<persistence-unit name='books'><jta-data-source>" + OTHER + "</jta-data-source>");
    estate.with("semel.other-persistence-units", "archive, books");
    start();
    takesEffect();
  }

  @Test
  void aBeanIntoWhichAnotherDataSourceIsInjectedIsRefused() {
    estate.injecting("org.example.Books", other);
    assertThatThrownBy(this::start)
        .hasMessageContainingAll(
            "SEMEL-0448", "org.example.Books", "jdbc/semel", "@Inject @Semel", "other-beans");
    assertThat(estate.server.postgres().gids()).isEmpty();
  }

  @Test
  void aBeanThatCannotBeMadeIsRefusedUnlessItIsVouchedFor() {
    estate.failingToMake("org.example.Books");
    assertThatThrownBy(this::start)
        .hasMessageContainingAll(
            "SEMEL-0448", "org.example.Books", "cannot be made", "other-beans");
  }

  @Test
  void aBeanWithSemelsDataSourceTakesPartAndOneThatNoConsumerWritesThroughMayHaveAnother() {
    estate
        .injecting("org.example.Orders", estate.server.dataSource())
        .injecting("org.example.Books", other)
        .with("semel.other-beans", "org.example.Books");
    start();
    takesEffect();
  }

  private void takesEffect() {
    estate.send("a", "b");
    await().until(() -> estate.count("semel_claim", "true") == 1);
  }

  /** Puts a persistence.xml where the application's class loader finds it, and nothing else. */
  private void unit(String unit) {
    try {
      Path file = Files.createDirectories(application.resolve("META-INF"));
      Files.writeString(
          file.resolve("persistence.xml"),
          "<persistence xmlns='https://jakarta.ee/xml/ns/persistence' version='3.0'>"
              + unit
              + "</persistence-unit></persistence>");
      Thread.currentThread()
          .setContextClassLoader(
              new URLClassLoader(new URL[] {application.toUri().toURL()}, before));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void start() {
    estate.with("semel.consumer." + estate.name + ".identity", "property:key");
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name).to("log:taken");
          }
        });
  }
}
