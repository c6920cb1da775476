// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.claim;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.semel.internal.edge.postgresql.Binds;
import org.semel.internal.edge.postgresql.Flush;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.WindowIdentities;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.Offer;

/**
 * {@code semel_window} for identities that carry the time at which they were minted. The slot
 * follows from the message alone, so that all deliveries of one identity meet in one primary key,
 * on whatever day they arrive. An identity that is older than the remembered range, or of a day
 * that a shorter rule has emptied before, or too far ahead, is answered with {@link
 * Claim.OutOfTime} and never guessed.
 */
public final class DatedClaimTable implements ClaimStore {

  /** The longest time that can be remembered by day. */
  public static final Duration LONGEST = DayPartitions.LONGEST;

  /** A day was forgotten by a shorter rule, before a longer one counted. */
  private static final String FORGOTTEN =
      """
      EXISTS (
        SELECT FROM {schema}.semel_retention AS r
        WHERE r.kept = 'WINDOW'
          AND r.owner IN (o.consumer, (SELECT c.former_name FROM {schema}.semel_consumer AS c WHERE c.name = o.consumer))
          AND o.day < floor(extract(epoch FROM r.known_since))::bigint / 86400)
      """;

  private static final String REMEMBERED =
      """
      WHERE o.day BETWEEN bounded.today - ? AND bounded.today + 2
        AND NOT {forgotten}
      """
          .replace("{forgotten}", FORGOTTEN);

  /** One primary key decides. */
  private static final String CLAIM_OF_DAYS =
      """
      WITH bounded AS MATERIALIZED (
        SELECT set_config('lock_timeout', ?, true), {flush}, floor(extract(epoch FROM statement_timestamp()))::bigint / 86400 AS today
      ),
      offered AS (
        SELECT o.identity, o.day, o.consumer, o.key, o.fingerprint
        FROM bounded,
          unnest(?::uuid[], ?::bigint[], ?::text[], ?::text[], ?::bytea[]) AS o (identity, day, consumer, key, fingerprint)
        {remembered}
        ORDER BY o.identity
      )
      INSERT INTO {schema}.semel_window (identity, slot, consumer, key, fingerprint)
      SELECT identity, day % 40, consumer, key, fingerprint FROM offered
      ON CONFLICT (identity, slot) DO NOTHING
      RETURNING identity
      """
          .replace("{flush}", Flush.AT_COMMIT);

  private static final String CLAIM = CLAIM_OF_DAYS.replace("{remembered}", REMEMBERED);

  /** Of whatever day: the slot is the one in which the claim lay before. */
  private static final String RECLAIM = CLAIM_OF_DAYS.replace("{remembered}", "");

  /** As in {@link ClaimTable}. */
  private static final String COMPARE =
      """
      WITH compared AS (
        SELECT o.ordinal, o.digest, c.consumer, c.fingerprint, c.claimed_at,
               o.key = c.key AND o.consumer = c.consumer
               AND (o.fingerprint = c.fingerprint OR get_byte(o.fingerprint, 0) <> get_byte(c.fingerprint, 0)) AS equal, o.traced
        FROM unnest(?::bigint[], ?::boolean[], ?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::bytea[])
          AS o (ordinal, traced, identity, digest, consumer, key, fingerprint),
        LATERAL (
          SELECT w.consumer, w.key, w.fingerprint, w.claimed_at FROM {schema}.semel_window AS w
          WHERE w.identity = o.identity AND w.slot IN ({probed}) LIMIT 1
        ) AS c
      ),
      absorbed AS (
        INSERT INTO {schema}.semel_duplicate (identity, consumer)
        SELECT digest, consumer FROM compared WHERE equal AND traced
      )
      SELECT ordinal, equal, fingerprint, claimed_at FROM compared
      """;

  private static final String TODAY =
      """
      SELECT floor(extract(epoch FROM statement_timestamp()))::bigint / 86400 AS today
      """;

  /** The days before those that are remembered. */
  private static final String OUTLIVED =
      """
      SELECT o.ordinal
      FROM unnest(?::text[], ?::bigint[]) WITH ORDINALITY AS o (consumer, day, ordinal)
      WHERE o.day < floor(extract(epoch FROM statement_timestamp()))::bigint / 86400 - ?
        OR {forgotten}
      """
          .replace("{forgotten}", FORGOTTEN);

  private static final String SETTLED =
      """
      SELECT identity FROM {schema}.semel_window WHERE identity = ANY (?::uuid[]) AND slot IN ({probed})
      """;

  private final Jdbc jdbc;
  private final String lockTimeout;
  private final long days;

  /**
   * A store that remembers each identity for so long, counted from the time that it carries.
   *
   * @param lockTimeout how long a claim waits for a rival in flight
   * @param remember at most 31 days
   */
  public DatedClaimTable(Jdbc jdbc, Duration lockTimeout, Duration remember) {
    this.jdbc = jdbc;
    this.lockTimeout = Long.toString(lockTimeout.toMillis());
    this.days = DayPartitions.days(remember);
  }

  @Override
  public void join() {
    jdbc.join();
  }

  @Override
  public void bound() {
    ClaimTable.bound(jdbc, lockTimeout);
  }

  @Override
  public List<Claim> claim(List<Offer> offers) {
    return claim(offers, this::claimed);
  }

  @Override
  public List<Claim> reclaim(List<Offer> offers) {
    return claim(offers, this::reclaimed);
  }

  private List<Claim> claim(List<Offer> offers, Function<List<ClaimRow>, Set<UUID>> claiming) {
    List<ClaimRow> entries = offers.stream().map(DatedClaimTable::entry).toList();
    return ClaimResults.orBusy(
        offers.size(),
        () ->
            ClaimResults.of(
                entries,
                claiming.apply(ClaimRow.firsts(entries)),
                rest ->
                    compare(entries, rest, rest.stream().map(i -> entries.get(i).slot()).toList()),
                this::absent));
  }

  @Override
  public List<Offer> settled(List<Offer> offers) {
    long today = today();
    List<ClaimRow> placed =
        offers.stream()
            .map(DatedClaimTable::entry)
            .filter(entry -> hasPlace(entry, today))
            .toList();
    if (placed.isEmpty()) {
      return List.of();
    }
    Set<UUID> claimed = settled(placed, placed.stream().map(ClaimRow::slot).toList());
    return placed.stream()
        .filter(entry -> claimed.contains(entry.id()))
        .map(ClaimRow::offer)
        .toList();
  }

  private boolean hasPlace(ClaimRow entry, long today) {
    long age = today - entry.day();
    return age <= days && age >= -DayPartitions.AHEAD;
  }

  @Override
  public List<Offer> outlived(List<Offer> offers) {
    List<ClaimRow> entries = offers.stream().map(DatedClaimTable::entry).toList();
    return jdbc.query(
        "ask which days are outlived",
        OUTLIVED,
        binds ->
            binds
                .texts(entries, entry -> entry.identity().consumer())
                .numbers(entries, ClaimRow::day)
                .number(days),
        row -> offers.get((int) row.getLong("ordinal") - 1));
  }

  /** Neither claimed nor found: its day is not remembered, or its row vanished in between. */
  private Claim absent(ClaimRow entry) {
    return hasPlace(entry, today()) && outlived(List.of(entry.offer())).isEmpty()
        ? new Claim.Busy()
        : new Claim.OutOfTime();
  }

  /** Claims those whose day is remembered, and not too far ahead. */
  private Set<UUID> claimed(List<ClaimRow> rows) {
    return claimed(CLAIM, binds -> bind(rows, binds).number(days));
  }

  /** Claims them all. */
  private Set<UUID> reclaimed(List<ClaimRow> rows) {
    return claimed(RECLAIM, binds -> bind(rows, binds));
  }

  private Set<UUID> claimed(String statement, Jdbc.Binder binder) {
    return new HashSet<>(
        jdbc.query(
            "claim dated identities",
            statement,
            binder,
            row -> row.getObject("identity", UUID.class)));
  }

  private Binds bind(List<ClaimRow> rows, Binds binds) throws SQLException {
    return ClaimRow.bind(
        rows, binds.text(lockTimeout).uuids(rows, ClaimRow::id).numbers(rows, ClaimRow::day));
  }

  /** The earlier claims of the rows with these ordinals. */
  private Map<Integer, Claim> compare(
      List<ClaimRow> rows, List<Integer> ordinals, Collection<Integer> probed) {
    List<ClaimRow> chosen = ordinals.stream().map(rows::get).toList();
    return ClaimResults.compared(
        jdbc,
        COMPARE.replace("{probed}", DayPartitions.list(probed)),
        binds ->
            ClaimRow.bind(
                chosen,
                binds
                    .numbers(ordinals, Integer::longValue)
                    .truths(chosen, row -> row.offer().leavesTrace())
                    .uuids(chosen, ClaimRow::id)
                    .uuids(chosen, row -> row.identity().digest())));
  }

  /** Those that lie in one of {@code probed}. */
  private Set<UUID> settled(List<ClaimRow> rows, Collection<Integer> probed) {
    return new HashSet<>(
        jdbc.query(
            "look identities of a window up",
            SETTLED.replace("{probed}", DayPartitions.list(probed)),
            binds -> binds.uuids(rows, ClaimRow::id),
            row -> row.getObject("identity", UUID.class)));
  }

  /** Today, by the database's clock. */
  private long today() {
    return jdbc.query("ask for the day", TODAY, binds -> {}, row -> row.getLong("today")).get(0);
  }

  private static ClaimRow entry(Offer offer) {
    Instant minted =
        offer
            .minted()
            .orElseThrow(() -> new IllegalArgumentException(offer.identity() + " has no time"));
    return new ClaimRow(
        offer, WindowIdentities.of(offer.identity().digest(), minted), DayPartitions.day(minted));
  }
}
