// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.gruelbox.transactionoutbox.DefaultPersistor;
import com.gruelbox.transactionoutbox.Dialect;
import com.gruelbox.transactionoutbox.Invocation;
import com.gruelbox.transactionoutbox.InvocationSerializer;
import com.gruelbox.transactionoutbox.Transaction;
import com.gruelbox.transactionoutbox.TransactionManager;
import com.gruelbox.transactionoutbox.TransactionOutboxEntry;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.Writer;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.semel.estate.Postgres;
import org.semel.message.Identity;

/** The way from others' memories, in the tables that they make themselves, to Semel and back. */
class MigrateOthersTest {

  private static final List<String> KEYS =
      List.of("R-42", "ä/€ quoted", "𝔘", "%", "a".repeat(200));
  private static final Instant THEN = Instant.parse("2026-01-02T03:04:05.678901Z");

  private final SmallEstate estate = new SmallEstate();
  private final Postgres postgres = estate.server.postgres();
  private final List<String> effects = new CopyOnWriteArrayList<>();

  /** What an application has had before. */
  private enum Memory {
    GRUELBOX("keys-of-gruelbox.sql", "DROP TABLE txno_outbox, txno_version CASCADE") {
      @Override
      void make(Postgres postgres) {
        persistor().migrate(TransactionManager.fromDataSource(postgres.owner()));
      }

      @Override
      void remember(Postgres postgres, String consumer, String key, State state)
          throws SQLException {
        TransactionOutboxEntry entry =
            TransactionOutboxEntry.builder()
                .id(UUID.randomUUID().toString())
                .invocation(new Invocation("Orders", "on", new Class<?>[0], new Object[0]))
                .uniqueRequestId((state == State.OF_ANOTHER ? "another" : consumer) + ":" + key)
                .lastAttemptTime(THEN)
                .nextAttemptTime(THEN.plus(Duration.ofDays(7)))
                .processed(state != State.WAITING)
                .build();
        TransactionManager.fromDataSource(postgres.owner())
            .inTransactionThrows((Transaction tx) -> persistor().save(tx, entry));
      }

      @Override
      Map<String, String> variables(String consumer) {
        return Map.of(
            "table",
            "txno_outbox",
            "prefix",
            consumer + ":",
            "zone",
            TimeZone.getDefault().getID());
      }
    },

    MODULITH("keys-of-modulith.sql", "DROP TABLE event_publication CASCADE") {
      @Override
      void make(Postgres postgres) throws IOException {
        try (InputStream ddl =
            MigrateOthersTest.class.getResourceAsStream("/schema-postgresql.sql")) {
          postgres.execute(new String(ddl.readAllBytes(), UTF_8));
        }
      }

      @Override
      void remember(Postgres postgres, String consumer, String key, State state) {
        postgres.execute(
            """
            INSERT INTO event_publication (id, listener_id, event_type, serialized_event, publication_date, completion_date)
            VALUES ('%s', '%s', 'com.example.Ordered', '%s', '%s', %s)
            """
                .formatted(
                    UUID.randomUUID(),
                    state == State.OF_ANOTHER ? "another" : consumer,
                    state == State.OF_ANOTHER
                        ? "no JSON: " + key
                        : "{\"order\": {\"id\": \"%s\"}}".formatted(key),
                    THEN.minusSeconds(1),
                    state == State.WAITING ? "NULL" : "'" + THEN + "'"));
      }

      @Override
      Map<String, String> variables(String consumer) {
        return Map.of("table", "event_publication", "listener", consumer, "field", "{order,id}");
      }
    };

    private final String keys;
    private final String undo; // with the view of a session that has not quite ended

    Memory(String keys, String undo) {
      this.keys = keys;
      this.undo = undo;
    }

    /** Lets the product make its own tables. */
    abstract void make(Postgres postgres) throws IOException;

    abstract void remember(Postgres postgres, String consumer, String key, State state)
        throws SQLException;

    abstract Map<String, String> variables(String consumer);
  }

  private enum State {
    DONE,
    WAITING,
    OF_ANOTHER
  }

  @AfterEach
  void stop() {
    estate.close();
  }

  @ParameterizedTest
  @EnumSource(Memory.class)
  void whatItHasHandledTakesNoSecondEffectAndWhatWaitsDoesAndTheWayBackIsThere(Memory memory)
      throws Exception {
    memory.make(postgres);
    try {
      for (String key : KEYS) {
        memory.remember(postgres, estate.name, key, State.DONE);
      }
      memory.remember(postgres, estate.name, "waiting", State.WAITING);
      memory.remember(postgres, estate.name, "foreign", State.OF_ANOTHER);
      Map<String, String> variables = new HashMap<>(memory.variables(estate.name));
      variables.put("consumer", estate.name);
      MigrateScripts scripts = new MigrateScripts(postgres, variables);

      assertThat(scripts.number(memory.keys, "remember-verify.sql")).isEqualTo(KEYS.size());
      scripts.run(memory.keys, "remember.sql");
      scripts.run(memory.keys, "remember.sql");
      assertThat(scripts.number(memory.keys, "remember-verify.sql")).isZero();
      assertThat(estate.count("semel_claim", "claimed_at = '%s'".formatted(THEN)))
          .as("each at its own time, the second run adds none")
          .isEqualTo(KEYS.size());
      for (String key : KEYS) {
        assertThat(
                estate.count(
                    "semel_claim",
                    "identity = '%s' AND key = '%s'"
                        .formatted(new Identity(estate.name, key).digest(), key)))
            .as(key)
            .isOne();
      }

      start();
      KEYS.forEach(key -> estate.send(key, "again"));
      estate.send("waiting", "first");
      estate.send("foreign", "first");
      await("both effects").until(() -> effects.size() >= 2 && estate.queueIsEmpty());
      await("copies").until(() -> estate.count("semel_duplicate", "true") == KEYS.size());
      assertThat(effects).containsExactly("first", "first");
      estate.close();

      scripts.run(memory.keys, "remember-undo.sql");
      assertThat(scripts.number(memory.keys, "remember-verify.sql")).isEqualTo(KEYS.size());
      assertThat(estate.count("semel_claim", "true")).as("what Semel has claimed").isEqualTo(2);
    } finally {
      postgres.execute(memory.undo);
    }
  }

  private void start() {
    estate
        .consumer("identity", "property:key")
        .start(
            new RouteBuilder() {
              @Override
              public void configure() {
                from("inbox:" + estate.name)
                    .process(exchange -> effects.add(exchange.getMessage().getBody(String.class)));
              }
            });
  }

  private static DefaultPersistor persistor() {
    return DefaultPersistor.builder()
        .dialect(Dialect.POSTGRESQL_9)
        .serializer(new NoCalls())
        .build();
  }

  /** Which method was called is nothing that a consumer remembers. */
  private static final class NoCalls implements InvocationSerializer {

    @Override
    public void serializeInvocation(Invocation invocation, Writer writer) {}

    @Override
    public Invocation deserializeInvocation(Reader reader) {
      throw new UnsupportedOperationException();
    }
  }
}
