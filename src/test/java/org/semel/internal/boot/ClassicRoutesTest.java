// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.spi.IdempotentRepository;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.engine.tx.Decision;
import org.semel.small.Proxied;
import org.semel.small.SmallServer;

/**
 * Routes that people already have: {@code jms:}, {@code transacted()}, {@code
 * idempotentConsumer()}.
 */
class ClassicRoutesTest {

  private final SmallServer server = SmallServer.shared();
  private final SmallEstate estate = new SmallEstate();
  private final AtomicInteger calls = new AtomicInteger();
  private final String key = UUID.randomUUID().toString();

  @BeforeAll
  static void tables() {
    SmallServer.shared()
        .postgres()
        .execute(
            """
            CREATE TABLE IF NOT EXISTS classic (key text, who text);
            GRANT ALL ON classic TO semel;
            GRANT UPDATE (owner), DELETE ON semel_claim TO semel;
            """);
  }

  @AfterEach
  void stop() {
    estate.close();
  }

  @Test
  void aJmsRouteTakesEffectOnceInOneTransaction() {
    startJms("");
    IntStream.range(0, 40).forEach(i -> estate.send("k" + i % 10, "b"));
    await().until(() -> estate.queueIsEmpty() && estate.count("semel_claim", "true") == 10);
    assertThat(effects("b")).isEqualTo(10);
    await().until(() -> server.postgres().gids().isEmpty());
  }

  @Test
  void aJmsRouteThatFailsLeavesNothingBehindAndSucceedsLater() {
    startJms("fail twice");
    estate.send("1", "b");
    await().until(() -> effects("b") == 1);
    await().until(estate::queueIsEmpty);
    assertThat(calls).hasValue(3);
    assertThat(estate.count("semel_claim", "true")).isEqualTo(1);
  }

  /** Its receipt is the last transaction that there is, and the only one. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aJmsRouteThatAsksForARollBackWithoutBeingTransactedLeavesNothingBehind(boolean last) {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("jms:queue:" + estate.name + "?receiveTimeout=200")
                .idempotentConsumer(header("key"))
                .idempotentRepository("semel:" + estate.name)
                .process(exchange -> effect(exchange.getMessage().getBody(String.class)))
                .process(
                    exchange -> {
                      boolean again = calls.incrementAndGet() < 3;
                      exchange.setRollbackOnlyLast(again && last);
                      exchange.setRollbackOnly(again && !last);
                    });
          }
        });
    estate.send("1", "b");
    await().until(estate::queueIsEmpty);
    await().until(() -> effects("b") == 1);
    assertThat(calls).hasValue(3);
    assertThat(estate.count("semel_claim", "true")).isEqualTo(1);
  }

  @Test
  void aJmsRouteMayRecordIntentsUnderTheKeyOfItsIdempotentConsumer() {
    startJms("");
    estate.send("1", "b");
    await().until(() -> estate.count("semel_intent", "cause = '1'") == 1);
  }

  @Test
  void whatFollowsAnInnerIdempotentConsumerIsRecordedUnderTheOuterKeyAgain() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("direct:in")
                .transacted()
                .idempotentConsumer(header("order"))
                .idempotentRepository("semel:" + estate.name)
                .idempotentConsumer(constant("customer"))
                .idempotentRepository("semel:" + estate.name)
                .to("intent:greeting")
                .end()
                .to("intent:invoice");
          }
        });
    for (String order : List.of("1", "2")) {
      estate.camel.createProducerTemplate().sendBodyAndHeader("direct:in", "x", "order", order);
    }
    assertThat(estate.count("semel_intent", "destination = 'greeting' AND cause = 'customer'"))
        .isEqualTo(1);
    assertThat(estate.count("semel_intent", "destination = 'invoice' AND cause IN ('1', '2')"))
        .isEqualTo(2);
  }

  /** The table of the design's research: what ends how. */
  @ParameterizedTest
  @CsvSource({
    "nothing,                 COMMIT,   no",
    "exception,               ROLLBACK, yes",
    "handled,                 COMMIT,   no",
    "handled and rollbackOnly,ROLLBACK, no",
    "rollback,                ROLLBACK, yes",
    "markRollbackOnly,        ROLLBACK, no",
    "markRollbackOnlyLast,    ROLLBACK, no",
    "doCatch,                 COMMIT,   no"
  })
  void aTransactedRouteEndsAsItsExchangeSays(String variant, String ending, String throwing) {
    startTransacted(variant);
    if (throwing.equals("yes")) {
      assertThatThrownBy(() -> send("A")).isInstanceOf(CamelExecutionException.class);
    } else {
      send("A");
    }
    assertThat(effects("A")).isEqualTo(ending.equals("COMMIT") ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource({
    "PROPAGATION_REQUIRED,      0",
    "PROPAGATION_REQUIRES_NEW,  1",
    "PROPAGATION_MANDATORY,     0",
    "PROPAGATION_SUPPORTS,      0",
    "PROPAGATION_NOT_SUPPORTED, 1"
  })
  void anInnerRoutesPropagationDecidesWhetherItsEffectOutlivesTheOuter(
      String propagation, int effects) {
    startNested(propagation);
    assertThatThrownBy(() -> send("A")).isInstanceOf(CamelExecutionException.class);
    assertThat(effects("A")).isEqualTo(effects);
  }

  @Test
  void neverAndMandatoryRefuse() {
    startNested("PROPAGATION_NEVER");
    assertThatThrownBy(() -> send("A")).cause().hasMessageContaining("SEMEL-0206");
    assertThatThrownBy(
            () -> estate.camel.createProducerTemplate().sendBody("direct:mandatory", "A"))
        .cause()
        .hasMessageContaining("SEMEL-0206");
  }

  @Test
  void rollbackOnlyLastLeavesTheOuterTransactionAlone() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("direct:in").transacted().process(exchange -> effect("outer")).to("direct:inner");
            from("direct:inner")
                .transacted("PROPAGATION_REQUIRES_NEW")
                .process(exchange -> effect("inner"))
                .markRollbackOnlyLast();
          }
        });
    send("A");
    assertThat(effects("outer")).isEqualTo(1);
    assertThat(effects("inner")).isZero();
  }

  @Test
  void outsideATransactionAFailedRoutesKeyIsTakenBackAndOnlyByWhoClaimedIt() {
    IdempotentRepository repository = repository();
    Exchange mine = exchange();
    Exchange other = exchange();
    assertThat(repository.add(mine, key)).isTrue();
    assertThat(repository.add(other, key)).isFalse();
    assertThat(repository.contains(key)).isTrue();
    assertThat(repository.remove(other, key)).as("a duplicate removes nothing").isFalse();
    assertThat(repository.remove(mine, key)).isTrue();
    assertThat(repository.contains(key)).isFalse();
    assertThat(repository.add(other, key)).isTrue();
    assertThat(repository.confirm(other, key)).isTrue();
    assertThat(repository.contains(key)).isTrue();
  }

  /** Its database is gone before it has failed, as it has failed for that. */
  @Test
  void aRouteThatTheOutageOfItsDatabaseEndsTakesEffectWhenItsMessageComesAgain() {
    AtomicBoolean away = new AtomicBoolean();
    estate.bind("jdbc/semel", thatIsGone(away));
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("direct:in")
                .idempotentConsumer(constant(key))
                .idempotentRepository("semel:" + estate.name)
                .process(
                    exchange -> {
                      if (calls.incrementAndGet() == 1) {
                        away.set(true);
                        throw new SQLException("gone", "08006");
                      }
                    });
          }
        });
    assertThatThrownBy(() -> send("A")).hasRootCauseInstanceOf(SQLException.class);
    away.set(false);
    send("A");
    assertThat(calls).hasValue(2);
  }

  private DataSource thatIsGone(AtomicBoolean away) {
    return Proxied.as(
        DataSource.class,
        (method, arguments) -> {
          if (away.get()) {
            throw new SQLException("gone", "08006");
          }
          return Proxied.call(server.dataSource(), method, arguments);
        });
  }

  /** As with skipDuplicate=false: what is no claim of its own it has nothing to say about. */
  @Test
  void aDuplicateThatEndsWellLeavesTheClaimThatItHasMetPending() {
    IdempotentRepository repository = repository();
    Exchange other = exchange();
    repository.add(exchange(), key);
    repository.add(other, key);
    repository.confirm(other, key);
    assertThat(repository.remove(exchange(), key))
        .as("whoever ends the first one's work takes its claim back")
        .isTrue();
  }

  @Test
  void anExchangeWhoseClaimIsGoneLeavesTheNextOnesClaimPending() {
    IdempotentRepository repository = repository();
    Exchange mine = exchange();
    repository.add(mine, key);
    server.postgres().execute("DELETE FROM semel_claim WHERE key = '" + key + "'");
    assertThat(repository.add(exchange(), key)).isTrue();
    repository.confirm(mine, key);
    assertThat(repository.remove(exchange(), key))
        .as("whoever ends the second one's work takes its claim back")
        .isTrue();
  }

  @Test
  void whoeverEndsTheWorkOfAnotherEndsItsClaimToo() {
    IdempotentRepository repository = repository();
    repository.add(exchange(), key);
    repository.confirm(exchange(), key);
    assertThat(repository.remove(exchange(), key)).as("it is claimed for good").isFalse();
    assertThat(repository.contains(key)).isTrue();
  }

  @Test
  void aKeyThatIsClaimedWithoutAnExchangeIsTakenBackWithoutOne() {
    IdempotentRepository repository = repository();
    assertThat(repository.add(key)).isTrue();
    assertThat(repository.add(key)).isFalse();
    assertThat(repository.remove(exchange(), key)).as("an exchange that never claimed").isFalse();
    assertThat(repository.remove(key)).isTrue();
    assertThat(repository.remove(key)).as("once").isFalse();
    assertThat(repository.contains(key)).isFalse();
    assertThat(repository.add(key)).isTrue();
  }

  @Test
  void withoutItsExchangeNobodyTakesBackWhatAnExchangeOrATransactionHasClaimed() {
    IdempotentRepository repository = repository();
    repository.add(exchange(), key);
    server
        .transactions()
        .inNew(Duration.ofSeconds(60), () -> Decision.commit(repository.add("in " + key)));
    assertThat(repository.remove(key)).isFalse();
    assertThat(repository.remove("in " + key)).isFalse();
    assertThat(repository.contains(key)).isTrue();
    assertThat(repository.contains("in " + key)).isTrue();
  }

  @Test
  void inATransactionThatIsBoundToRollBackNothingIsClaimed() {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("direct:in")
                .transacted()
                .process(exchange -> server.manager().setRollbackOnly())
                .idempotentConsumer(constant(key))
                .idempotentRepository("semel:" + estate.name)
                .process(exchange -> calls.incrementAndGet());
          }
        });
    assertThatThrownBy(() -> send("A")).cause().hasMessageContaining("SEMEL-0201");
    assertThat(calls).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\u00A0", "\u0000"})
  void aKeyInWhichThereIsNothingFailsItsMessageAndIsNotClaimed(String blank) {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("direct:in")
                .transacted()
                .idempotentConsumer(constant(blank))
                .idempotentRepository("semel:" + estate.name)
                .process(exchange -> calls.incrementAndGet());
          }
        });
    assertThatThrownBy(() -> send("A")).cause().hasMessageContaining("SEMEL-0330");
    assertThatThrownBy(() -> repository().add(blank)).hasMessageContaining("SEMEL-0330");
    assertThat(calls).hasValue(0);
    assertThat(estate.count("semel_claim", "true")).isZero();
  }

  @Test
  void aKeyThatJoinsPartsIsRefusedAtTheStart() {
    assertThatThrownBy(
            () ->
                estate.start(
                    new RouteBuilder() {
                      @Override
                      public void configure() {
                        from("direct:in")
                            .routeId("joins")
                            .idempotentConsumer(simple("${header.tenant}-${header.order}"))
                            .idempotentRepository("semel:" + estate.name)
                            .log("x");
                      }
                    }))
        .hasMessageContaining("SEMEL-0603")
        .hasMessageContaining("Route joins")
        .hasMessageContaining("${header.tenant}-${header.order}");
  }

  @Test
  void keysAreNotCleared() {
    IdempotentRepository repository = repository();
    assertThatThrownBy(repository::clear).hasMessageContaining("SEMEL-0603");
  }

  private void startJms(String variant) {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("jms:queue:" + estate.name + "?concurrentConsumers=4&receiveTimeout=200")
                .transacted()
                .idempotentConsumer(header("key"))
                .idempotentRepository("semel:" + estate.name)
                .process(exchange -> effect(exchange.getMessage().getBody(String.class)))
                .process(
                    exchange -> {
                      if (calls.incrementAndGet() < 3 && variant.equals("fail twice")) {
                        throw new IllegalStateException("no");
                      }
                    })
                .to("intent:classic");
          }
        });
  }

  private void startTransacted(String variant) {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            if (variant.startsWith("handled")) {
              onException(IllegalStateException.class)
                  .handled(true)
                  .process(exchange -> exchange.setRollbackOnly(variant.contains("rollbackOnly")));
            }
            var route = from("direct:in").transacted().process(exchange -> effect("A"));
            switch (variant) {
              case "rollback" -> route.rollback();
              case "markRollbackOnly" -> route.markRollbackOnly();
              case "markRollbackOnlyLast" -> route.markRollbackOnlyLast();
              case "doCatch" ->
                  route
                      .doTry()
                      .throwException(new IllegalStateException("no"))
                      .doCatch(Exception.class)
                      .end();
              case "nothing" -> {}
              default -> route.throwException(new IllegalStateException("no"));
            }
          }
        });
  }

  private void startNested(String propagation) {
    estate.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("direct:in")
                .transacted()
                .to("direct:inner")
                .throwException(new IllegalStateException("after the inner route"));
            from("direct:inner").transacted(propagation).process(exchange -> effect("A"));
            from("direct:mandatory").transacted("PROPAGATION_MANDATORY").process(exchange -> {});
          }
        });
  }

  private IdempotentRepository repository() {
    estate.start();
    return estate
        .camel
        .getRegistry()
        .lookupByNameAndType("semel:" + estate.name, IdempotentRepository.class);
  }

  private Exchange exchange() {
    return estate.camel.getEndpoint("direct:x").createExchange();
  }

  private void send(String body) {
    estate.camel.createProducerTemplate().sendBody("direct:in", body);
  }

  private void effect(String who) throws SQLException {
    try (Connection connection = server.dataSource().getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO classic VALUES (?, ?)")) {
      insert.setString(1, key);
      insert.setString(2, who);
      insert.executeUpdate();
    }
  }

  private long effects(String who) {
    return server
        .postgres()
        .number("SELECT count(*) FROM classic WHERE key = ? AND who = ?", key, who);
  }
}
