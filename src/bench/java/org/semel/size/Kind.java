// SPDX-License-Identifier: Apache-2.0
package org.semel.size;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.claim.ClaimTable;
import org.semel.internal.edge.postgresql.claim.DatedClaimTable;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.message.Identity;
import org.semel.message.Messages;

/** The ways to keep claims, each with a table that holds so many of them. */
enum Kind {
  /** {@code strategy=claim}. */
  CLAIM("`claim`", 0) {
    @Override
    ClaimStore inbox(Jdbc jdbc) {
      return new ClaimTable(jdbc, WAIT);
    }
  },
  /** {@code identity-time=uuidv7}, remembering ten days. */
  DATED("`identity-time`, ten days", 10) {
    @Override
    ClaimStore inbox(Jdbc jdbc) {
      return new DatedClaimTable(jdbc, WAIT, Duration.ofDays(10));
    }

    @Override
    Optional<Instant> minted() {
      return Optional.of(Instant.now());
    }
  };

  private static final Duration WAIT = Duration.ofSeconds(2);

  final String title;
  final int days;

  Kind(String title, int days) {
    this.title = title;
    this.days = days;
  }

  abstract ClaimStore inbox(Jdbc jdbc);

  Optional<Instant> minted() {
    return Optional.empty();
  }

  /** A new identity, random as business keys are. */
  Offer offer() {
    UUID key = new UUID(ThreadLocalRandom.current().nextLong(), System.nanoTime());
    return new Offer(
        new Identity("size", key.toString()),
        FingerprintProfile.EXACT.of(Messages.text("a")),
        minted());
  }

  /**
   * Empties the table and fills it, row by row with its index, so that its pages look as they do
   * after years: some full, some just divided. An index that is built at last is packed, and
   * divides all its pages at about the same time. Days are filled alike, and the last of them is
   * today. A tenth of the claims belongs to a consumer of its own, for retention to find.
   */
  String fill(long rows) {
    return """
        TRUNCATE %s;
        %s;
        """
        .formatted(table(), days == 0 ? claims(rows) : days(rows));
  }

  private static String claims(long rows) {
    return """
        INSERT INTO semel_claim (identity, consumer, key, fingerprint, claimed_at)
        SELECT k::uuid, CASE i %% 10 WHEN 0 THEN 'old' ELSE 'size' END, k || 'aaaa', decode(repeat('00', 17), 'hex'),
          now() - interval '2 hours'
        FROM generate_series(1, %d) AS i, md5(i::text) AS k
        """
        .formatted(rows);
  }

  /** The identity of a dated one begins with its time. */
  private String days(long rows) {
    String identity =
        "lpad(to_hex(((today - i %% %1$d) * 86400 + i * second / %2$d) * 1000), 12, '0') || substr(k, 13)";
    return """
        INSERT INTO semel_window (identity, slot, consumer, key, fingerprint)
        SELECT (%s)::uuid, (today - i %%%% %%1$d) %%%% 40, 'size', k || 'aaaa', decode(repeat('00', 17), 'hex')
        FROM generate_series(1::bigint, %%2$d) AS i, md5(i::text) AS k,
          (SELECT e.s / 86400, e.s %%%% 86400 FROM (SELECT floor(extract(epoch FROM now()))::bigint) AS e (s)) AS t (today, second)
        """
        .formatted(identity)
        .formatted(days, rows);
  }

  String table() {
    return days == 0 ? "semel_claim" : "semel_window";
  }
}
