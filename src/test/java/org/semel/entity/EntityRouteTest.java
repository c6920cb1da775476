// SPDX-License-Identifier: Apache-2.0
package org.semel.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.persistence.EntityManager;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.engine.transaction.jta.platform.internal.AbstractJtaPlatform;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.boot.SmallEstate;
import org.semel.message.Identity;
import org.semel.small.SmallServer;

/**
 * An entity that remembers what was applied, in a route: Hibernate over the server's data source
 * and its transactions.
 */
class EntityRouteTest {

  private static SessionFactory factory;

  private final SmallEstate estate = new SmallEstate();
  private final AtomicInteger calls = new AtomicInteger();

  @BeforeAll
  static void hibernate() {
    SmallServer server = SmallServer.shared();
    server
        .postgres()
        .execute(
            """
            CREATE TABLE IF NOT EXISTS entity_account
              (number text PRIMARY KEY, balance bigint NOT NULL, applied_identity uuid NOT NULL, applied_version bigint NOT NULL);
            GRANT ALL ON entity_account TO semel
            """);
    Configuration configuration =
        new Configuration()
            .addAnnotatedClass(Account.class)
            .setProperty("hibernate.transaction.coordinator_class", "jta");
    configuration.getProperties().put("hibernate.connection.datasource", server.dataSource());
    configuration.getProperties().put("hibernate.transaction.jta.platform", new OfTheServer());
    factory = configuration.buildSessionFactory();
  }

  @AfterAll
  static void close() {
    factory.close();
  }

  @AfterEach
  void stop() {
    estate.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"xa", "ack-after-commit", "store-first"})
  void whatIsAppliedIsUndoneWithItsTransactionAndAppliedOnceByTheNextAttempt(String protocol) {
    account();
    start(protocol);
    estate.send("k", "a");
    await().until(() -> estate.count("semel_intent", "true") == 1);
    assertThat(calls).as("the first failed behind its effect").hasValue(2);
    assertThat(balance()).isEqualTo(105);
    estate.send("k", "a");
    await().until(() -> (calls.get() == 3 || duplicates() == 1) && estate.queueIsEmpty());
    assertThat(balance()).isEqualTo(105);
    assertThat(estate.count("semel_intent", "true")).isEqualTo(1);
    assertThat(estate.count("semel_parked", "true")).isZero();
  }

  /** Where it is stored first, the row tells that it came again. */
  private long duplicates() {
    return estate.count("semel_duplicate", "true");
  }

  private void start(String protocol) {
    estate.consumer("identity", "property:key");
    estate.under(protocol);
    estate.consumer("strategy", "entity");
    if (protocol.equals("store-first")) {
      estate.consumer("poll", "50ms");
      estate.consumer("retry-backoff-first", "20ms");
    }
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("inbox:" + estate.name)
                .process(exchange -> apply(exchange))
                .process(exchange -> failOnce())
                .to("intent:" + estate.name);
          }
        });
  }

  private void apply(Exchange exchange) {
    EntityManager entities = factory.createEntityManager();
    entities.joinTransaction();
    Identity identity = exchange.getProperty("SemelIdentity", Identity.class);
    Answer<Account> answer =
        new AppliedOnce(entities).update(Account.class, estate.name, new Stamp(identity, 1));
    if (answer instanceof Answer.Ours<Account> ours) {
      ours.entity().add(5);
    }
  }

  private void failOnce() {
    if (calls.incrementAndGet() == 1) {
      throw new IllegalStateException("behind the effect");
    }
  }

  private void account() {
    estate
        .server
        .postgres()
        .execute(
            "INSERT INTO entity_account VALUES ('%s', 100, gen_random_uuid(), 0)"
                .formatted(estate.name));
  }

  private long balance() {
    return estate
        .server
        .postgres()
        .number("SELECT balance FROM entity_account WHERE number = ?", estate.name);
  }

  /** As a server tells Hibernate of its transactions. */
  private static final class OfTheServer extends AbstractJtaPlatform {
    private static final long serialVersionUID = 1L;

    @Override
    protected TransactionManager locateTransactionManager() {
      return SmallServer.shared().manager();
    }

    @Override
    protected UserTransaction locateUserTransaction() {
      throw new UnsupportedOperationException();
    }
  }
}
