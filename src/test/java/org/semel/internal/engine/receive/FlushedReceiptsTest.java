// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.agroal.api.AgroalDataSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.claim.ClaimTable;
import org.semel.internal.edge.postgresql.claim.DatedClaimTable;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.NoClaimStore;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.consumer.Consumer;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.Identity;
import org.semel.message.Messages;
import org.semel.small.SmallServer;

/**
 * What is acknowledged has been flushed, though the role's own setting is not to wait for that:
 * {@code synchronous_commit} as the transaction has it at its commit.
 */
class FlushedReceiptsTest {

  private static final Duration WAIT = Duration.ofSeconds(2);

  private final SmallServer server = SmallServer.shared();

  @BeforeEach
  void nobodyWaitsForTheDisk() {
    server
        .postgres()
        .execute(
            """
            CREATE TABLE IF NOT EXISTS flush_seen (consumer text, place text, setting text);
            GRANT ALL ON flush_seen TO semel;
            CREATE OR REPLACE FUNCTION flush_seen() RETURNS trigger LANGUAGE plpgsql AS $$
              BEGIN
                INSERT INTO flush_seen VALUES (NEW.consumer, TG_TABLE_NAME, current_setting('synchronous_commit'));
                RETURN NULL;
              END $$;
            CREATE CONSTRAINT TRIGGER flush_seen AFTER INSERT ON semel_claim DEFERRABLE INITIALLY DEFERRED
              FOR EACH ROW EXECUTE FUNCTION flush_seen();
            CREATE CONSTRAINT TRIGGER flush_seen AFTER INSERT ON semel_parked DEFERRABLE INITIALLY DEFERRED
              FOR EACH ROW EXECUTE FUNCTION flush_seen();
            CREATE CONSTRAINT TRIGGER flush_seen AFTER INSERT ON semel_inbox DEFERRABLE INITIALLY DEFERRED
              FOR EACH ROW EXECUTE FUNCTION flush_seen();
            ALTER ROLE semel SET synchronous_commit = off;
            """);
    server.dataSource().flush(AgroalDataSource.FlushMode.GRACEFUL);
  }

  @AfterEach
  void asBefore() {
    server
        .postgres()
        .execute(
            """
            DROP TRIGGER flush_seen ON semel_claim;
            DROP TRIGGER flush_seen ON semel_parked;
            DROP TRIGGER flush_seen ON semel_inbox;
            ALTER ROLE semel RESET synchronous_commit;
            """);
    server.dataSource().flush(AgroalDataSource.FlushMode.GRACEFUL);
  }

  /** One that takes effect, and one that is parked before anything is claimed. */
  @ParameterizedTest
  @EnumSource(Protocol.class)
  void whateverHasBeenWrittenIsFlushedBeforeItsReceipt(Protocol protocol) {
    SmallWorld world = protocol == Protocol.XA ? new SmallWorld() : SmallWorld.local();
    world.send("k", "b");
    Consumer consumer = world.by(protocol, world.policy(1, 1), (message, identity) -> {});
    consumer.start();
    try {
      await("the claim").atMost(Duration.ofMinutes(1)).until(() -> world.claims() == 1);
      world.send(null, "without a key");
      await("the parked one")
          .atMost(Duration.ofMinutes(1))
          .until(() -> world.count("semel_parked") == 1);
    } finally {
      consumer.stop();
    }
    assertThat(seen(world.queue))
        .contains("semel_claim on", "semel_parked on")
        .allMatch(place -> place.endsWith(" on"));
  }

  /** What the strategies of a consumer do in the transaction of a batch. */
  @SuppressWarnings("ImmutableEnumChecker") // none of them keeps anything
  enum Strategy {
    INBOX(jdbc -> new ClaimTable(jdbc, WAIT)),
    WINDOW(jdbc -> new DatedClaimTable(jdbc, WAIT, Duration.ofDays(3))),
    NATURAL(jdbc -> new NoClaimStore(new ClaimTable(jdbc, WAIT)));

    private final Function<Jdbc, ClaimStore> store;

    Strategy(Function<Jdbc, ClaimStore> store) {
      this.store = store;
    }
  }

  @ParameterizedTest
  @EnumSource(Strategy.class)
  void aRouteFindsItSetWhateverTheStrategy(Strategy strategy) {
    assertThat(afterAClaim(strategy, 1)).isEqualTo("on");
    assertThat(afterAClaim(strategy, 2)).isEqualTo("on");
  }

  /** A stronger wish of the estate, to wait for a standby too or to wait for none, stays. */
  @ParameterizedTest
  @ValueSource(strings = {"remote_apply", "local"})
  void whatTheEstateWaitsForIsItsOwn(String setting) {
    server.postgres().execute("ALTER ROLE semel SET synchronous_commit = " + setting);
    server.dataSource().flush(AgroalDataSource.FlushMode.GRACEFUL);
    assertThat(afterAClaim(Strategy.INBOX, 1)).isEqualTo(setting);
  }

  private String afterAClaim(Strategy strategy, int messages) {
    ClaimStore store = strategy.store.apply(server.jdbc());
    return server
        .transactions()
        .inNew(
            Duration.ofMinutes(1),
            () -> {
              store.join();
              store.claim(offers(messages));
              return Decision.discard(
                  server
                      .jdbc()
                      .query(
                          "look",
                          "SELECT current_setting('synchronous_commit') AS setting",
                          binds -> {},
                          row -> row.getString("setting"))
                      .get(0));
            })
        .orElseThrow(IllegalStateException::new);
  }

  private static List<Offer> offers(int messages) {
    return Stream.generate(UUID::randomUUID)
        .limit(messages)
        .map(
            key ->
                new Offer(
                    new Identity("flushed", key.toString()),
                    FingerprintProfile.EXACT.of(Messages.text("b")),
                    Optional.of(Instant.now())))
        .toList();
  }

  private List<String> seen(String consumer) {
    return server
        .postgres()
        .texts("SELECT place || ' ' || setting FROM flush_seen WHERE consumer = ?", consumer);
  }
}
