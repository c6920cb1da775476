// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.semel.internal.edge.postgresql.retention.RetentionTable;
import org.semel.internal.engine.keep.RetainedKind;
import org.semel.internal.engine.keep.SweepLease;
import org.semel.internal.engine.keep.SweepPace;
import org.semel.internal.engine.keep.SweepStep;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Identity;
import org.semel.operations.Operations;
import org.semel.operations.OperatorContext;
import org.semel.operations.ParkedCase;
import org.semel.small.Jms;
import org.semel.small.SmallServer;

/**
 * Within the horizon a message that comes back takes no second effect, in the database or outside:
 * under each protocol and strategy, whatever it waited for before its effect, and whoever delivers
 * what it has recorded. All that may be short is as short as the policy allows. One story is told
 * for all: what is sent waits five days, takes effect, and comes back six days later.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HorizonTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final OperatorContext ANN = new OperatorContext("ann", "the fault is mended");
  private static final SweepPace PACE = SweepPace.every(Duration.ofHours(1));
  private static final List<String> PROTOCOLS = List.of("xa", "ack-after-commit", "store-first");
  private static final List<String> STRATEGIES = List.of("claim", "version", "natural", "entity");

  /** What a message waits for before it takes effect. */
  private enum Waits {
    /** For nothing. */
    NOT,
    /** With {@code store-first} for what its route needs. */
    STORED,
    /** Where versions are kept in order, for the one before it. */
    HELD,
    /** For a person, who releases it. */
    PARKED,
    /** For a person, who withdraws it: it never takes effect. */
    WITHDRAWN
  }

  private record Sent(String protocol, String strategy, Waits waits) {

    /** Whether it is a case at all. */
    boolean isThere() {
      return switch (waits) {
        case STORED -> isStored();
        case HELD -> strategy.equals("version");
        case WITHDRAWN -> isStored() || strategy.equals("claim"); // others keep nothing of it
        case NOT, PARKED -> true;
      };
    }

    boolean isStored() {
      return protocol.equals("store-first");
    }

    /** Nothing else remembers what it has sent on. */
    boolean reliesOnIntents() {
      return Set.of("natural", "entity").contains(strategy);
    }

    /** Otherwise its route is run again, and is written so that this does no harm. */
    boolean isRecognised() {
      return isStored() || !reliesOnIntents();
    }

    String key() {
      return waits.name();
    }

    @Override
    public String toString() {
      return protocol + ", " + strategy + ", " + waits;
    }
  }

  private final SmallServer server = SmallServer.shared();
  private final RetentionTable retention = new RetentionTable(server.jdbc());
  private final SmallEstate shop = new SmallEstate();
  private final SmallEstate mailer = new SmallEstate();
  private final Operations operations = new StartedOperations(() -> shop.engine().operations());
  private final String run = "horizon-" + UUID.randomUUID().toString().substring(0, 8) + "-";
  private final String own = run + "own";
  private final String foreign = run + "foreign";
  private final List<String> outside = new CopyOnWriteArrayList<>();
  private volatile boolean broken = true;

  private static Stream<Sent> sent() {
    return PROTOCOLS.stream()
        .flatMap(
            protocol ->
                STRATEGIES.stream().map(strategy -> new Sent(protocol, strategy, Waits.NOT)))
        .flatMap(one -> Stream.of(Waits.values()).map(w -> new Sent(one.protocol, one.strategy, w)))
        .filter(Sent::isThere);
  }

  private static Stream<Sent> consumers() {
    return sent().filter(one -> one.waits == Waits.NOT);
  }

  private static Stream<Sent> recognised() {
    return sent().filter(Sent::isRecognised);
  }

  private static Stream<Sent> sentOn() {
    return sent().filter(Sent::reliesOnIntents).filter(one -> one.waits != Waits.WITHDRAWN);
  }

  @BeforeAll
  void theStory() {
    start();
    sent().forEach(this::send);
    awaitEffects(Set.of(Waits.NOT));
    await("what fails is parked")
        .atMost(PATIENCE)
        .until(() -> waitFor(Waits.PARKED) && waitFor(Waits.WITHDRAWN));
    passes(5);
    sent().filter(one -> one.waits == Waits.NOT).forEach(this::send);
    awaitRest();
    broken = false;
    server
        .postgres()
        .execute(
            "UPDATE semel_inbox SET due_at = clock_timestamp() WHERE key = 'STORED' AND starts_with(consumer, '%s')"
                .formatted(run));
    consumers().filter(one -> one.strategy.equals("version")).forEach(this::sendWhatIsBefore);
    consumers().forEach(this::decide);
    awaitEffects(Set.of(Waits.NOT, Waits.STORED, Waits.HELD, Waits.PARKED));
    awaitRest();
    passes(6);
    sent().filter(one -> one.waits != Waits.NOT).forEach(this::send);
    awaitRest();
  }

  @AfterAll
  void stop() {
    shop.close();
    mailer.close();
  }

  @ParameterizedTest
  @MethodSource("recognised")
  void whatComesBackWithinTheHorizonTakesNoSecondEffect(Sent one) {
    assertThat(effects(one)).isEqualTo(one.waits == Waits.WITHDRAWN ? 0 : 1);
  }

  @ParameterizedTest
  @MethodSource("sentOn")
  void norIsItSentASecondTimeByThisApplicationOrByAnother(Sent one) {
    assertThat(outside.stream().filter(body -> body.equals(own + " " + text(one)))).hasSize(1);
    assertThat(outside.stream().filter(body -> body.equals(foreign + " " + text(one)))).hasSize(1);
  }

  private void start() {
    server
        .postgres()
        .execute(
            "CREATE TABLE IF NOT EXISTS horizon_effect (consumer text, key text);"
                + " GRANT ALL ON horizon_effect TO semel;");
    mailer
        .with("semel.application", "mailer")
        .with("semel.destination." + foreign + ".evidence", "1h")
        .start(
            new RouteBuilder() {
              @Override
              public void configure() {
                from("intent:" + foreign).process(exchange -> provide(foreign, exchange));
              }
            });
    shop.with("semel.application", "shop");
    consumers().forEach(this::policy);
    shop.start(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("intent:" + own).process(exchange -> provide(own, exchange));
            consumers().forEach(this::receive);
          }

          private void receive(Sent consumer) {
            var route = from("inbox:" + name(consumer)).process(exchange -> effect(exchange));
            if (consumer.reliesOnIntents()) {
              route.to("intent:" + own).to("intent:" + foreign);
            }
          }
        });
  }

  private void policy(Sent consumer) {
    server.broker().queue(name(consumer));
    policy(consumer, "protocol", consumer.protocol);
    if (!consumer.protocol.equals("xa")) {
      policy(consumer, "connection-factory", SmallEstate.PLAIN);
    }
    policy(consumer, "identity", "property:key");
    policy(consumer, "strategy", consumer.strategy);
    policy(consumer, "workers", "1");
    policy(consumer, "poll", "50ms");
    policy(consumer, "replay-horizon", "7d");
    policy(consumer, "remember", "9d");
    policy(consumer, "parked-retention", "1h");
    policy(consumer, "trace-retention", "1h");
    policy(consumer, "keep-body", "true");
    if (consumer.strategy.equals("version")) {
      policy(consumer, "aggregate", "property:aggregate");
      policy(consumer, "version", "property:version");
      policy(consumer, "aggregate-retention", "9d");
    }
    if (consumer.isStored()) {
      boolean claims = consumer.strategy.equals("claim");
      policy(consumer, "stored-retention", claims ? "1h" : "8d");
      policy(consumer, "attempts", "200");
      policy(consumer, "retry-terminal", "java.lang.IllegalStateException");
      policy(consumer, "retry-backoff-first", "1h");
      policy(consumer, "retry-backoff-most", "1h");
    } else {
      policy(consumer, "attempts", "1");
    }
  }

  private void policy(Sent consumer, String key, String value) {
    shop.with("semel.consumer." + name(consumer) + "." + key, value);
  }

  private String name(Sent one) {
    return run + one.protocol + "-" + one.strategy;
  }

  private String text(Sent one) {
    return name(one) + " " + one.key();
  }

  private void send(Sent one) {
    send(one, one.key(), one.waits == Waits.HELD ? "2" : "1");
  }

  private void sendWhatIsBefore(Sent consumer) {
    send(new Sent(consumer.protocol, consumer.strategy, Waits.HELD), "before", "1");
  }

  private void send(Sent one, String key, String version) {
    Jms.send(
        server.broker(),
        name(one),
        context -> {
          var message = context.createTextMessage(name(one) + " " + key);
          message.setStringProperty("key", key);
          message.setStringProperty("aggregate", one.key());
          message.setStringProperty("version", version);
          return message;
        });
  }

  private void effect(Exchange exchange) throws SQLException {
    Identity identity = exchange.getProperty("SemelIdentity", Identity.class);
    if (broken && Set.of("PARKED", "WITHDRAWN").contains(identity.key())) {
      throw new IllegalStateException("cannot be handled");
    }
    if (broken && identity.key().equals("STORED")) {
      throw new IllegalArgumentException("what it needs is away");
    }
    try (Connection connection = server.dataSource().getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO horizon_effect VALUES (?, ?)")) {
      insert.setString(1, identity.consumer());
      insert.setString(2, identity.key());
      insert.executeUpdate();
    }
  }

  private void provide(String destination, Exchange exchange) {
    outside.add(destination + " " + exchange.getMessage().getBody(String.class));
  }

  /** A person releases what the fault has parked, and withdraws what is not wanted any more. */
  private void decide(Sent consumer) {
    for (ParkedCase waiting : operations.parked().waiting(name(consumer), 0, 10)) {
      Optional<String> key = waiting.evidence().identity().map(Identity::key);
      if (key.equals(Optional.of("WITHDRAWN"))) {
        operations.parked().withdraw(waiting.id(), ANN);
      } else {
        operations.parked().release(waiting.id(), ANN);
      }
    }
  }

  private boolean waitFor(Waits parked) {
    return count("semel_parked", "state = 'parked' AND key = '" + parked + "'")
        == sent().filter(one -> one.waits == parked).count();
  }

  private void awaitEffects(Set<Waits> all) {
    await("each takes effect")
        .atMost(PATIENCE)
        .until(
            () -> sent().filter(one -> all.contains(one.waits)).allMatch(one -> effects(one) > 0));
  }

  /** Nothing is on its way any more, but for what waits. */
  private void awaitRest() {
    await("the queues are empty")
        .atMost(PATIENCE)
        .until(() -> consumers().allMatch(one -> server.broker().messages(name(one)) == 0));
    await("what is stored has ended")
        .atMost(PATIENCE)
        .until(
            () ->
                count("semel_inbox", "ended_at IS NULL" + (broken ? " AND key <> 'STORED'" : ""))
                    == 0);
    await("intents are delivered")
        .atMost(PATIENCE)
        .until(() -> count("semel_intent", "state <> 'delivered'") == 0);
  }

  private long effects(Sent one) {
    return server
        .postgres()
        .number(
            "SELECT count(*) FROM horizon_effect WHERE consumer = ? AND key = ?",
            name(one),
            one.key());
  }

  private long count(String table, String where) {
    return server
        .postgres()
        .number(
            "SELECT count(*) FROM " + table + " WHERE starts_with(consumer, ?) AND " + where, run);
  }

  /** So many days, after which retention forgets what it may. */
  private void passes(int days) {
    server
        .postgres()
        .execute(
            """
            UPDATE semel_claim   SET claimed_at = claimed_at - d.d FROM %1$s;
            UPDATE semel_window  SET claimed_at = claimed_at - d.d, slot = (slot + 40 - %2$d) %% 40 FROM %1$s;
            UPDATE semel_inbox   SET received_at = received_at - d.d, ended_at = ended_at - d.d FROM %1$s;
            UPDATE semel_version SET moved_at = moved_at - d.d FROM %1$s;
            UPDATE semel_held    SET held_at = held_at - d.d FROM %1$s;
            UPDATE semel_body    SET kept_at = kept_at - d.d FROM %1$s;
            UPDATE semel_intent  SET recorded_at = recorded_at - d.d, settled_at = settled_at - d.d FROM %1$s;
            UPDATE semel_parked  SET parked_at = parked_at - d.d, claimed_at = claimed_at - d.d,
                                     settled_at = settled_at - d.d FROM %1$s;
            """
                .formatted(
                    "(VALUES (interval '%d days')) AS d (d) WHERE starts_with(consumer, '%s')"
                        .formatted(days, run),
                    days));
    for (RetainedKind kept : RetainedKind.values()) {
      sweep(kept);
    }
  }

  private void sweep(RetainedKind kept) {
    server
        .postgres()
        .execute("UPDATE semel_round SET due_at = '-infinity' WHERE kept = '" + kept + "'");
    SweepLease turn = inNew(() -> retention.take(kept, PACE)).orElseThrow();
    SweepStep step;
    do {
      step = inNew(() -> retention.step(turn, PACE));
    } while (!(step instanceof SweepStep.Finished));
  }

  private <T> T inNew(java.util.function.Supplier<T> act) {
    return server
        .transactions()
        .inNew(Duration.ofMinutes(1), () -> Decision.commit(act.get()))
        .committed()
        .orElseThrow();
  }
}
