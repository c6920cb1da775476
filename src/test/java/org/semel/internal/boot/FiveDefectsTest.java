// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.processor.idempotent.jdbc.JdbcCachedMessageIdRepository;
import org.apache.camel.processor.idempotent.jdbc.JdbcMessageIdRepository;
import org.apache.camel.spi.IdempotentRepository;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.tx.Decision;
import org.semel.small.SmallServer;
import org.springframework.transaction.jta.JtaTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Five ways in which Camel's JDBC repositories double or lose an effect under transactions, each
 * shown with Camel's repository and absent with ours: same route, same policy, same PostgreSQL,
 * same transaction manager. The business is a row that no constraint protects.
 */
class FiveDefectsTest {

  private final SmallServer server = SmallServer.shared();
  private final SmallEstate estate = new SmallEstate();
  private final String key = UUID.randomUUID().toString();

  @BeforeAll
  static void tables() {
    SmallServer.shared()
        .postgres()
        .execute(
            """
            CREATE TABLE IF NOT EXISTS business (key text, who text);
            CREATE TABLE IF NOT EXISTS camel_messageprocessed (
              processorname varchar(255), messageid varchar(100), createdat timestamp,
              PRIMARY KEY (processorname, messageid));
            GRANT ALL ON business, camel_messageprocessed TO semel;
            """);
  }

  @AfterEach
  void stop() {
    estate.close();
  }

  /**
   * A fails and rolls back; the redelivery, B, succeeds; only then does Camel call A's {@code
   * remove}: it deletes B's key, and the next duplicate, C, takes effect again.
   */
  @Nested
  class ALateRemove {

    private final CountDownLatch aIsAboutToRemove = new CountDownLatch(1);
    private final CountDownLatch bIsDone = new CountDownLatch(1);

    @Test
    void letsADuplicateThroughWithCamelsRepository() throws Exception {
      aFailsThenBThenC(camels());
      assertThat(effects()).as("B and C").isEqualTo(2);
    }

    @Test
    void isHarmlessWithOurs() throws Exception {
      aFailsThenBThenC(null);
      assertThat(effects()).as("B").isEqualTo(1);
    }

    private void aFailsThenBThenC(IdempotentRepository repository) throws Exception {
      start(repository, this::slowToRemove, "fail");
      CompletableFuture<Void> a = CompletableFuture.runAsync(() -> sendFailing("A"));
      assertThat(aIsAboutToRemove.await(3, TimeUnit.MINUTES)).isTrue();
      send("B");
      bIsDone.countDown();
      a.get(3, TimeUnit.MINUTES);
      send("C");
    }

    private IdempotentRepository slowToRemove(IdempotentRepository repository) {
      return new Delegating(repository) {
        @Override
        public boolean remove(Exchange exchange, String key) {
          aIsAboutToRemove.countDown();
          try {
            assertThat(bIsDone.await(3, TimeUnit.MINUTES)).isTrue();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return super.remove(exchange, key);
        }
      };
    }
  }

  /**
   * The route's failure is handled, so that its transaction commits, effect and all; Camel then
   * removes the key.
   */
  @Nested
  class AHandledFailure {

    @Test
    void isForgottenByCamelsRepositoryThoughItsEffectStays() {
      twice(camels());
      assertThat(effects()).isEqualTo(2);
    }

    @Test
    void isRememberedByOurs() {
      twice(null);
      assertThat(effects()).isEqualTo(1);
    }

    private void twice(IdempotentRepository repository) {
      start(repository, "handle");
      send("A");
      send("B");
    }
  }

  /**
   * Without {@code eager} the key is added after the commit; what fails in between is logged and
   * forgotten.
   */
  @Nested
  class ALateAdd {

    @Test
    void thatFailsLetsADuplicateThroughWithCamelsRepository() {
      start(camels(), this::unableToAdd, "lazy");
      send("A");
      send("B");
      assertThat(effects()).isEqualTo(2);
    }

    @Test
    void isRefusedAtTheStartWithOurs() {
      assertThatThrownBy(() -> start("semel:" + estate.name, "lazy"))
          .hasMessageContaining("SEMEL-0603")
          .hasMessageContaining("eager");
    }

    private IdempotentRepository unableToAdd(IdempotentRepository repository) {
      return new Delegating(repository) {
        @Override
        public boolean add(Exchange exchange, String key) {
          assertThat(server.transactions().present()).as("inside the transaction").isFalse();
          assertThat(effects()).as("already committed").isPositive();
          throw new IllegalStateException("the database is gone just now");
        }
      };
    }
  }

  /**
   * The exchange is marked rollback-only; Camel takes that for a success and adds the key: the
   * redelivery is skipped.
   */
  @Nested
  class ARollBackWithoutAnException {

    @Test
    void losesTheMessageWithCamelsRepository() {
      start(camels(), "lazy-mark");
      send("A");
      send("A again");
      assertThat(effects()).as("lost").isZero();
    }

    @Test
    void isRefusedAtTheStartWithOursWhereItWouldLoseTheMessage() {
      assertThatThrownBy(() -> start("semel:" + estate.name, "lazy-mark"))
          .hasMessageContaining("SEMEL-0603");
    }

    @Test
    void leavesNoKeyBehindWithOurs() {
      start("semel:" + estate.name, "mark");
      send("A");
      send("A again");
      assertThat(effects()).isEqualTo(1);
    }
  }

  /**
   * The transaction rolls back after the route has ended well; a cache beside it remembers the key
   * all the same.
   */
  @Nested
  class ACacheBesideTheTransaction {

    @Test
    void losesTheMessageWithCamelsRepository() {
      JdbcCachedMessageIdRepository cached =
          new JdbcCachedMessageIdRepository(server.dataSource(), template(), estate.name);
      cached.setCreateTableIfNotExists(false);
      rolledBackThenAgain(cached);
      assertThat(effects()).as("lost").isZero();
    }

    @Test
    void isNotThereWithOurs() {
      rolledBackThenAgain(null);
      assertThat(effects()).isEqualTo(1);
    }

    private void rolledBackThenAgain(IdempotentRepository repository) {
      start(repository, "");
      server
          .transactions()
          .inNew(
              Duration.ofSeconds(60),
              () -> {
                send("A");
                return Decision.discard("");
              });
      send("A again");
    }
  }

  /**
   * Starts the route over this repository, under a name of no meaning, so that a test can stage it.
   */
  private void start(IdempotentRepository repository, String variant) {
    start(repository, same -> same, variant);
  }

  private void start(
      IdempotentRepository repository, UnaryOperator<IdempotentRepository> stage, String variant) {
    estate
        .camel
        .getRegistry()
        .bind(
            "staged",
            IdempotentRepository.class,
            () -> stage.apply(repository == null ? ours() : repository));
    start("staged", variant);
  }

  private void start(String repository, String variant) {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            if (variant.equals("handle")) {
              onException(IllegalStateException.class).handled(true);
            }
            from("direct:in")
                .transacted()
                .idempotentConsumer(header("id"))
                .eager(!variant.startsWith("lazy"))
                .idempotentRepository(repository)
                .process(FiveDefectsTest.this::business)
                .process(exchange -> end(exchange, variant));
          }
        });
  }

  private IdempotentRepository ours() {
    return estate
        .camel
        .getRegistry()
        .lookupByNameAndType("semel:" + estate.name, IdempotentRepository.class);
  }

  private static void end(Exchange exchange, String variant) {
    String who = exchange.getMessage().getBody(String.class);
    boolean first = who.equals("A");
    if (variant.equals("handle") || (variant.equals("fail") && first)) {
      throw new IllegalStateException("the route fails");
    }
    if (variant.endsWith("mark") && first) {
      exchange.setRollbackOnly(true);
    }
  }

  private void business(Exchange exchange) throws SQLException {
    try (Connection connection = server.dataSource().getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO business VALUES (?, ?)")) {
      insert.setString(1, key);
      insert.setString(2, exchange.getMessage().getBody(String.class));
      insert.executeUpdate();
    }
  }

  private JdbcMessageIdRepository camels() {
    JdbcMessageIdRepository repository =
        new JdbcMessageIdRepository(server.dataSource(), template(), estate.name);
    repository.setCreateTableIfNotExists(false);
    return repository;
  }

  private TransactionTemplate template() {
    JtaTransactionManager manager = new JtaTransactionManager(server.manager());
    manager.afterPropertiesSet();
    return new TransactionTemplate(manager);
  }

  private void send(String who) {
    estate.camel.createProducerTemplate().sendBodyAndHeader("direct:in", who, "id", key);
  }

  private void sendFailing(String who) {
    assertThatThrownBy(() -> send(who)).isInstanceOf(CamelExecutionException.class);
  }

  private long effects() {
    return server.postgres().number("SELECT count(*) FROM business WHERE key = ?", key);
  }

  /** Passes everything on; a test overrides what it wants to stage. */
  private static class Delegating implements IdempotentRepository {

    private final IdempotentRepository repository;

    Delegating(IdempotentRepository repository) {
      this.repository = repository;
    }

    @Override
    public boolean add(String key) {
      return repository.add(key);
    }

    @Override
    public boolean contains(String key) {
      return repository.contains(key);
    }

    @Override
    public boolean remove(String key) {
      return repository.remove(key);
    }

    @Override
    public boolean confirm(String key) {
      return repository.confirm(key);
    }

    @Override
    public void clear() {
      repository.clear();
    }

    @Override
    public boolean add(Exchange exchange, String key) {
      return repository.add(exchange, key);
    }

    @Override
    public boolean contains(Exchange exchange, String key) {
      return repository.contains(exchange, key);
    }

    @Override
    public boolean remove(Exchange exchange, String key) {
      return repository.remove(exchange, key);
    }

    @Override
    public boolean confirm(Exchange exchange, String key) {
      return repository.confirm(exchange, key);
    }

    @Override
    public void start() {
      repository.start();
    }

    @Override
    public void stop() {
      repository.stop();
    }
  }
}
