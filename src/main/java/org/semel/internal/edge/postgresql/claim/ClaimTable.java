// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.claim;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.semel.internal.edge.postgresql.Flush;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.LoneClaims;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.message.Fingerprint;
import org.semel.message.Identity;

/**
 * {@code semel_claim}, and {@code semel_duplicate} beside it: the claims, and the duplicates of
 * them.
 */
public final class ClaimTable implements ClaimStore {

  /**
   * One statement for any number of identities, and no error when one is taken. It waits for rivals
   * in flight, at most as long as the lock timeout that it sets for its own transaction; in the
   * order of the identities, so that two batches cannot deadlock.
   */
  private static final String CLAIM =
      """
      WITH bounded AS MATERIALIZED (
        SELECT set_config('lock_timeout', ?, true), {flush}
      ),
      offered AS (
        SELECT o.identity, o.consumer, o.key, o.fingerprint
        FROM bounded, unnest(?::uuid[], ?::text[], ?::text[], ?::bytea[]) AS o (identity, consumer, key, fingerprint)
        ORDER BY o.identity
      )
      INSERT INTO {schema}.semel_claim (identity, consumer, key, fingerprint)
      SELECT identity, consumer, key, fingerprint FROM offered
      ON CONFLICT (identity) DO NOTHING
      RETURNING identity
      """
          .replace("{flush}", Flush.AT_COMMIT);

  /**
   * The same for one identity, as at low load. PostgreSQL plans it once and for all, while it plans
   * the one above anew each time, as the length of an array is not known before.
   */
  private static final String CLAIM_ONE =
      """
      INSERT INTO {schema}.semel_claim (identity, consumer, key, fingerprint)
      SELECT ?::uuid, ?::text, ?::text, ?::bytea FROM set_config('lock_timeout', ?, true) AS bounded, {flush} AS flushed
      ON CONFLICT (identity) DO NOTHING
      RETURNING identity
      """
          .replace("{flush}", Flush.AT_COMMIT);

  /**
   * Compares what was not claimed with what took effect, and notes the duplicates among it. A
   * statement of its own, as only a new snapshot sees the rows of rivals that the first one waited
   * for. Fingerprints of different profiles (first byte) cannot be compared and count as equal.
   */
  private static final String COMPARE =
      """
      WITH compared AS (
        SELECT o.ordinal, c.identity, c.consumer, c.fingerprint, c.claimed_at,
               o.key = c.key AND o.consumer = c.consumer
               AND (o.fingerprint = c.fingerprint OR get_byte(o.fingerprint, 0) <> get_byte(c.fingerprint, 0)) AS equal, o.traced
        FROM unnest(?::bigint[], ?::boolean[], ?::uuid[], ?::text[], ?::text[], ?::bytea[])
          AS o (ordinal, traced, identity, consumer, key, fingerprint)
        JOIN {schema}.semel_claim c ON c.identity = o.identity
      ),
      absorbed AS (
        INSERT INTO {schema}.semel_duplicate (identity, consumer)
        SELECT identity, consumer FROM compared WHERE equal AND traced
      )
      SELECT ordinal, equal, fingerprint, claimed_at FROM compared
      """;

  /**
   * In the order of the identities, as all claims are made, with a bound on the wait for rivals.
   */
  private static final String REMEMBER =
      """
      INSERT INTO {schema}.semel_claim (identity, consumer, key, fingerprint, claimed_at)
      SELECT o.identity, o.consumer, o.key, given.fingerprint, least(given.at, clock_timestamp())
      FROM set_config('lock_timeout', '5s', true) AS bounded,
        unnest(?::uuid[], ?::text[], ?::text[]) AS o (identity, consumer, key), (VALUES (?::bytea, ?::timestamptz)) AS given (fingerprint, at)
      ORDER BY o.identity
      ON CONFLICT (identity) DO NOTHING
      """;

  private static final String BOUND =
      """
      SELECT set_config('lock_timeout', ?, true) AS bounded, {flush}
      """
          .replace("{flush}", Flush.AT_COMMIT);

  private static final String SETTLED =
      """
      SELECT identity FROM {schema}.semel_claim WHERE identity = ANY (?::uuid[])
      """;

  private static final String DATE =
      """
      SELECT {schema}.semel_date_claims(?::uuid[]) AS dated
      """;

  private final Jdbc jdbc;
  private final Duration lockTimeout;

  /**
   * The table behind {@code jdbc}.
   *
   * @param lockTimeout how long a claim waits for a rival in flight; well below the transaction
   *     timeout
   */
  public ClaimTable(Jdbc jdbc, Duration lockTimeout) {
    this.jdbc = jdbc;
    this.lockTimeout = lockTimeout;
  }

  /**
   * Claims, in the caller's transaction, those of {@code identities} that are not claimed.
   *
   * @return how many were not
   */
  public static int remember(
      Jdbc jdbc, List<Identity> identities, Fingerprint fingerprint, Instant at) {
    return jdbc.update(
        "remember identities",
        REMEMBER,
        binds ->
            binds
                .uuids(identities, Identity::digest)
                .texts(identities, Identity::consumer)
                .texts(identities, Identity::key)
                .bytes(fingerprint.bytes())
                .text(at.toString()));
  }

  @Override
  public void join() {
    jdbc.join();
  }

  @Override
  public void bound() {
    bound(jdbc, Long.toString(lockTimeout.toMillis()));
  }

  /**
   * The same as each claim does first.
   *
   * @param lockTimeout in milliseconds
   */
  static void bound(Jdbc jdbc, String lockTimeout) {
    jdbc.query(
        "bound how long a statement waits for a lock",
        BOUND,
        binds -> binds.text(lockTimeout),
        row -> row.getString("bounded"));
  }

  @Override
  public List<Claim> claim(List<Offer> offers) {
    List<ClaimRow> entries = offers.stream().map(ClaimRow::of).toList();
    return ClaimResults.orBusy(
        offers.size(),
        () ->
            ClaimResults.of(
                entries,
                claimed(ClaimRow.firsts(entries)),
                rest -> compare(entries, rest),
                vanished -> new Claim.Busy()));
  }

  @Override
  public List<Offer> settled(List<Offer> offers) {
    Set<UUID> claimed =
        new HashSet<>(
            jdbc.query(
                "look claims up",
                SETTLED,
                binds -> binds.uuids(offers, offer -> offer.identity().digest()),
                ClaimTable::identity));
    return offers.stream().filter(offer -> claimed.contains(offer.identity().digest())).toList();
  }

  @Override
  public void tookEffect(List<Identity> waited) {
    jdbc.query(
        "date the claims of what has waited",
        DATE,
        binds -> binds.uuids(waited, Identity::digest),
        row -> row.getLong("dated"));
  }

  private Set<UUID> claimed(List<ClaimRow> rows) {
    return new HashSet<>(rows.size() == 1 ? claimed(rows.get(0)) : claimedTogether(rows));
  }

  private List<UUID> claimed(ClaimRow row) {
    return jdbc.query(
        "claim an identity",
        CLAIM_ONE,
        binds ->
            binds
                .uuid(row.id())
                .text(row.identity().consumer())
                .text(row.identity().key())
                .bytes(row.offer().fingerprint().bytes())
                .text(Long.toString(lockTimeout.toMillis())),
        ClaimTable::identity);
  }

  private List<UUID> claimedTogether(List<ClaimRow> rows) {
    return jdbc.query(
        "claim identities",
        CLAIM,
        binds ->
            ClaimRow.bind(
                rows, binds.text(Long.toString(lockTimeout.toMillis())).uuids(rows, ClaimRow::id)),
        ClaimTable::identity);
  }

  private static UUID identity(ResultSet row) throws SQLException {
    return row.getObject("identity", UUID.class);
  }

  private Map<Integer, Claim> compare(List<ClaimRow> rows, List<Integer> ordinals) {
    List<ClaimRow> chosen = ordinals.stream().map(rows::get).toList();
    return ClaimResults.compared(
        jdbc,
        COMPARE,
        binds ->
            ClaimRow.bind(
                chosen,
                binds
                    .numbers(ordinals, Integer::longValue)
                    .truths(chosen, row -> row.offer().leavesTrace())
                    .uuids(chosen, ClaimRow::id)));
  }

  /** The claims that have an owner, who may withdraw them. */
  public static final class LoneClaimTable implements LoneClaims {

    private static final String OWN =
        """
        UPDATE {schema}.semel_claim SET owner = ? WHERE identity = ?
        """;

    private static final String RELEASE =
        """
        DELETE FROM {schema}.semel_claim WHERE identity = ? AND owner = ?
        """;

    private static final String CLAIMED =
        """
        SELECT 1 FROM {schema}.semel_claim WHERE identity = ?
        """;

    private final Jdbc jdbc;
    private final ClaimStore claims;

    public LoneClaimTable(Jdbc jdbc, ClaimStore claims) {
      this.jdbc = jdbc;
      this.claims = claims;
    }

    @Override
    public Claim claim(Offer offer, UUID owner) {
      Claim claim = claims.claim(List.of(offer)).get(0);
      if (claim instanceof Claim.Claimed) {
        jdbc.update("own a claim", OWN, binds -> binds.uuid(owner).uuid(offer.identity().digest()));
      }
      return claim;
    }

    @Override
    public boolean release(Identity identity, UUID owner) {
      int released =
          jdbc.update(
              "take a claim back", RELEASE, binds -> binds.uuid(identity.digest()).uuid(owner));
      return released == 1;
    }

    @Override
    public boolean claimed(Identity identity) {
      return !jdbc.query(
              "look a claim up",
              CLAIMED,
              binds -> binds.uuid(identity.digest()),
              row -> row.getInt(1))
          .isEmpty();
    }
  }
}
