// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;
import org.semel.estate.Postgres;
import org.semel.internal.edge.postgresql.claim.AttemptTable;
import org.semel.internal.edge.postgresql.claim.ClaimTable;
import org.semel.internal.edge.postgresql.operate.ParkedTable;
import org.semel.internal.edge.postgresql.stored.StoredTable;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.rows.LeasedMessage;
import org.semel.internal.engine.receive.rows.StoredMessages.InboxEntry;
import org.semel.internal.engine.receive.rows.StoredMessages.Quota;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.message.Messages;
import org.semel.message.ParkingReason;
import org.semel.small.SmallServer;

/**
 * A database whose encoding lacks a sign: whatever a message or an exception says is written, and
 * found again.
 */
class DatabaseTextTest {

  private static final Postgres POSTGRES = SmallServer.shared().postgres();
  private final Jdbc jdbc = new Jdbc(latin());
  private final ClaimTable claims = new ClaimTable(jdbc, Duration.ofSeconds(2));
  private final AttemptTable attempts = new AttemptTable(jdbc, claims);
  private final Failure said = new Failure("java.lang.Exception", "no € here\0", "g €");

  @BeforeAll
  static void thereIsOne() {
    POSTGRES.execute(
        "CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
    Flyway.configure()
        .dataSource(latin())
        .locations("classpath:org/semel/postgresql/migrations")
        .load()
        .migrate();
  }

  @AfterAll
  static void thereIsNoneAnyMore() {
    POSTGRES.execute("DROP DATABASE latin WITH (FORCE)");
  }

  private static PGSimpleDataSource latin() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(POSTGRES.jdbcUrl());
    source.setDatabaseName("latin");
    source.setUser("postgres");
    return source;
  }

  @Test
  void anAttemptAndASuspicionAreCountedWhateverTheyQuote() {
    Identity odd = new Identity("c", "4 €");
    assertThat(attempts.failed(offer(odd), said)).map(failures -> failures.count()).contains(1);
    assertThat(attempts.failed(offer(odd), said)).map(failures -> failures.count()).contains(2);
    assertThat(attempts.of(List.of(odd))).containsOnlyKeys(odd);
    Identity other = new Identity("c", "6 €");
    attempts.suspect(List.of(offer(other)), said);
    assertThat(attempts.of(List.of(odd, other))).containsOnlyKeys(odd, other);
  }

  @Test
  void itIsClaimedOnceAndParked() {
    Identity odd = new Identity("c", "5 € Košice");
    assertThat(claims.claim(List.of(offer(odd)))).containsExactly(new Claim.Claimed());
    assertThat(claims.claim(List.of(offer(odd)))).containsExactly(new Claim.Duplicate());
    ParkedMessage parked =
        new ParkedMessage(
            "c",
            message(),
            new ParkedMessage.Verdict(ParkingReason.ATTEMPTS_EXHAUSTED, said),
            ParkedMessage.IdentityEvidence.of(offer(odd)).holdingClaim());
    new ParkedTable(jdbc).park(List.of(parked));
    assertThat(
            jdbc.query(
                "look", "SELECT key FROM semel_parked", binds -> {}, row -> row.getString(1)))
        .containsExactly("5 \\u20ac Ko\\u0161ice");
  }

  @Test
  void whatIsStoredFirstComesBackAsItWas() {
    Identity odd = new Identity("c", "7 €");
    StoredTable stored = new StoredTable(jdbc);
    stored.store(List.of(new InboxEntry(odd, message())));
    assertThat(stored.lease("c", new Quota(10, 10), Duration.ofMinutes(1)))
        .singleElement()
        .satisfies(
            leased -> {
              assertThat(leased.identity()).isEqualTo(odd);
              assertThat(leased.message().headers()).isEqualTo(message().headers());
            })
        .isInstanceOf(LeasedMessage.class);
  }

  private static Offer offer(Identity identity) {
    return new Offer(identity, FingerprintProfile.EXACT.of(message()));
  }

  private static Message message() {
    return new Message(
        Headers.of(Map.of("town", "Košice")),
        Body.bytes("€".getBytes(StandardCharsets.UTF_8), "text/plain"),
        Messages.origin(1));
  }
}
