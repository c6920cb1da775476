// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.semel.camel.SemelMessageIdRepository;
import org.semel.estate.Postgres;
import org.semel.small.SmallServer;

/** The repository as people have it: made of a data source and a name. */
class MessageIdRepositoryTest {

  private final SmallServer server = SmallServer.shared();
  private final SmallEstate estate = new SmallEstate();
  private final AtomicInteger calls = new AtomicInteger();
  private final String key = UUID.randomUUID().toString();

  /** How a route comes to its repository. */
  private enum Way {
    /** The route makes it. */
    OBJECT,
    /** A bean of the application, by name. */
    NAME,
    /** The same, as Camel's own samples write it. */
    REFERENCE
  }

  @BeforeAll
  static void tables() {
    SmallServer.shared()
        .postgres()
        .execute(
            """
            CREATE TABLE IF NOT EXISTS swapped (key text);
            GRANT ALL ON swapped TO semel;
            """);
  }

  @AfterEach
  void stop() {
    estate.close();
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void aRouteThatFailsLeavesNoClaimAndItsMessageTakesEffectOnce(Way way) {
    start(way, server.dataSource(), 2);
    estate.send(key, "a");
    estate.send(key, "a");
    await("its effect").until(() -> effects() == 1 && estate.queueIsEmpty());
    await("the copy").until(() -> estate.count("semel_duplicate", "true") == 1);
    assertThat(calls).hasValue(3);
    assertThat(effects()).isOne();
    assertThat(estate.count("semel_claim", "key = '%s'".formatted(key))).isOne();
    assertThat(estate.count("semel_intent", "true")).as("under its key").isOne();
  }

  /** As the container injects it, before the engine has started. */
  @Test
  void semelsOwnInjectedDataSourceIsTheOne() {
    start(Way.OBJECT, new StartedDataSource(() -> estate.engine().dataSource()), 0);
    estate.send(key, "a");
    await("its effect").until(() -> effects() == 1);
  }

  /** A duplicate would be absorbed, and the effect beside it would be in no claim's transaction. */
  @ParameterizedTest
  @EnumSource(Way.class)
  void anotherDataSourceIsRefusedAtTheStartAlthoughItLeadsToTheSameDatabase(Way way) {
    assertThatThrownBy(() -> start(way, another(), 0))
        .hasMessageContaining("SEMEL-0603")
        .hasMessageContaining("The repository of consumer " + estate.name)
        .hasMessageContaining("does not write in the session in which Semel claims")
        .hasMessageContaining("@Inject @Semel DataSource");
    assertThat(estate.count("semel_claim", "true")).isZero();
  }

  /** The rules for {@code semel:} hold, however the route comes to it. */
  @ParameterizedTest
  @EnumSource(Way.class)
  void aKeyThatIsAddedTooLateIsRefused(Way way) {
    IdempotentRepository repository = repository(way, server.dataSource());
    assertThatThrownBy(
            () ->
                estate.start(
                    new RouteBuilder() {
                      @Override
                      public void configure() {
                        var step =
                            from("jms:queue:" + estate.name)
                                .transacted()
                                .idempotentConsumer(header("key"))
                                .eager(false);
                        if (way == Way.OBJECT) {
                          step.idempotentRepository(repository).log("late");
                        } else {
                          step.idempotentRepository(name(way)).log("late");
                        }
                      }
                    }))
        .hasMessageContaining("SEMEL-0603")
        .hasMessageContaining("eager=false");
  }

  @Test
  void aRepositoryOfAnotherKindUnderTheSameNameStaysWhatItIs() {
    estate.camel.getRegistry().bind("orders", new MemoryIdempotentRepository());
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("direct:in")
                .idempotentConsumer(header("key"))
                .idempotentRepository("orders")
                .process(exchange -> calls.incrementAndGet());
          }
        });
    estate.camel.createProducerTemplate().sendBodyAndHeader("direct:in", "a", "key", key);
    estate.camel.createProducerTemplate().sendBodyAndHeader("direct:in", "a", "key", key);
    assertThat(calls).hasValue(1);
  }

  private void start(Way way, DataSource dataSource, int failures) {
    IdempotentRepository repository = repository(way, dataSource);
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            var step =
                from("jms:queue:" + estate.name + "?receiveTimeout=200")
                    .transacted("PROPAGATION_REQUIRED")
                    .idempotentConsumer(header("key"));
            if (way == Way.OBJECT) {
              step.idempotentRepository(repository);
            } else {
              step.idempotentRepository(name(way));
            }
            step.process(exchange -> effect())
                .to("intent:swapped")
                .process(
                    exchange -> {
                      if (calls.incrementAndGet() <= failures) {
                        throw new IllegalStateException("not yet");
                      }
                    });
          }
        });
  }

  @Test
  void oneThatHasNotStartedSaysSo() {
    IdempotentRepository repository = new SemelMessageIdRepository(server.dataSource(), "orders");
    assertThatThrownBy(() -> repository.add(key)).hasMessageContaining("has not started");
    assertThatThrownBy(() -> repository.contains(key)).hasMessageContaining("has not started");
  }

  /** As behind a client proxy of CDI, by which Camel cannot see that it wants the context. */
  @Test
  void oneThatIsGivenNoContextSaysWhy() {
    IdempotentRepository repository = new SemelMessageIdRepository(server.dataSource(), "orders");
    assertThatThrownBy(repository::start).hasStackTraceContaining("@Singleton");
  }

  private IdempotentRepository repository(Way way, DataSource dataSource) {
    IdempotentRepository repository = new SemelMessageIdRepository(dataSource, estate.name);
    if (way != Way.OBJECT) {
      estate.camel.getRegistry().bind("orders", repository);
    }
    return repository;
  }

  private static String name(Way way) {
    return way == Way.NAME ? "orders" : "#orders";
  }

  private void effect() throws SQLException {
    try (Connection connection = server.dataSource().getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO swapped (key) VALUES (?)")) {
      insert.setString(1, key);
      insert.executeUpdate();
    }
  }

  private long effects() {
    return server.postgres().number("SELECT count(*) FROM swapped WHERE key = ?", key);
  }

  /** One that takes part in no transaction of the server. */
  private DataSource another() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(server.postgres().jdbcUrl());
    source.setUser(Postgres.ROLE);
    source.setPassword(Postgres.PASSWORD);
    return source;
  }
}
