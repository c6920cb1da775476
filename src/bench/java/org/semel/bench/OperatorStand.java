// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.semel.estate.Postgres;
import org.semel.message.Identity;
import org.semel.small.SmallServer;

/** The tables of an application that has run for long. */
final class OperatorStand {

  private static final int AT_ONCE = 1_000_000;
  private static final String CONSUMER = "bench";

  private final Postgres postgres = SmallServer.shared().postgres();

  /** The identities that are asked for; all that can stand of an identity stands of these. */
  final List<Identity> known;

  OperatorStand(int known) {
    this.known =
        IntStream.range(0, known).mapToObj(i -> new Identity(CONSUMER, "known-" + i)).toList();
  }

  /** So many identities took effect, a tenth of them came twice, and each tenth left an intent. */
  void fill(int claims) {
    for (int from = 0; from < claims; from += AT_ONCE) {
      claim(from, Math.min(claims, from + AT_ONCE));
    }
    postgres.execute(
        """
        INSERT INTO semel_duplicate (identity, consumer)
        SELECT identity, consumer FROM semel_claim WHERE consumer = 'bench' AND key LIKE '%7'
        """);
    known.forEach(this::know);
    postgres.execute("VACUUM (ANALYZE)");
  }

  private void claim(int from, int to) {
    postgres.execute(
        """
        INSERT INTO semel_claim (identity, consumer, key, fingerprint, claimed_at)
        SELECT gen_random_uuid(), 'bench', 'order-' || i, '\\x01'::bytea || sha256(i::text::bytea),
          now() - i * interval '0.2 s'
        FROM generate_series(%1$d, %2$d - 1) AS s (i);
        INSERT INTO semel_intent (key, consumer, cause, destination, ordinal, headers, form, body, digest, state, settled_at)
        SELECT gen_random_uuid(), 'bench', 'order-' || i, 'mail', 0, '{}', 'NONE', '', sha256(''), 'delivered', now()
        FROM generate_series(%1$d, %2$d - 1, 10) AS s (i);
        """
            .formatted(from, to));
  }

  private void know(Identity identity) {
    postgres.execute(
        """
        INSERT INTO semel_claim (identity, consumer, key, fingerprint) VALUES ('%1$s', 'bench', '%2$s', sha256(''));
        INSERT INTO semel_duplicate (identity, consumer) VALUES ('%1$s', 'bench'), ('%1$s', 'bench');
        INSERT INTO semel_parked (consumer, identity, key, reason, detail, headers, form, body, destination, message_id, deliveries)
        VALUES ('bench', '%1$s', '%2$s', 'CONFLICT', '', '{}', 'NONE', '', '', '', 1);
        INSERT INTO semel_intent (key, consumer, cause, destination, ordinal, headers, form, body, digest)
        VALUES ('%3$s', 'bench', '%2$s', 'mail', 0, '{}', 'NONE', '', sha256(''));
        INSERT INTO semel_audit (who, act, why, subject, identity, outcome)
        VALUES ('ann', 'RELEASE', 'mended', 'parked 1', '%1$s', 'took effect');
        """
            .formatted(identity.digest(), identity.key(), UUID.randomUUID()));
  }

  /** So many messages of this consumer wait for a person. */
  void park(String consumer, int messages) {
    postgres.execute(
        """
        INSERT INTO semel_parked (consumer, identity, key, reason, detail, headers, form, body, destination, message_id, deliveries)
        SELECT '%s', gen_random_uuid(), 'order-' || i, 'ATTEMPTS_EXHAUSTED', 'java.lang.IllegalStateException', '{}',
          'TEXT', convert_to(repeat('x', 400), 'UTF8'), 'orders', 'ID:' || i, 5
        FROM generate_series(1, %d) AS s (i)
        """
            .formatted(consumer, messages));
    postgres.execute("VACUUM (ANALYZE) semel_parked");
  }
}
