// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.claim;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.engine.receive.claim.AttemptStore;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.Failures;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.message.Identity;

/**
 * {@code semel_attempt}: the failures of messages that have neither taken effect nor been parked.
 */
public final class AttemptTable implements AttemptStore {

  private static final String FAILED =
      """
      INSERT INTO {schema}.semel_attempt AS a (identity, consumer, key, failures, kind, detail, failure_group)
      VALUES (?, ?, ?, 1, ?, ?, ?)
      ON CONFLICT (identity) DO UPDATE
      SET failures = a.failures + 1, open = false, kind = excluded.kind, detail = excluded.detail,
          failure_group = excluded.failure_group, failed_at = excluded.failed_at
      RETURNING consumer, key, failures, stops, kind, detail, failure_group
      """;

  private static final String STOPPED =
      """
      INSERT INTO {schema}.semel_attempt AS a (identity, consumer, key, failures, stops, kind, detail, failure_group)
      VALUES (?, ?, ?, 0, 1, ?, ?, ?)
      ON CONFLICT (identity) DO UPDATE
      SET stops = a.stops + 1, open = false, kind = excluded.kind, detail = excluded.detail,
          failure_group = excluded.failure_group, failed_at = excluded.failed_at
      """;

  private static final String OPEN =
      """
      INSERT INTO {schema}.semel_attempt AS a (identity, consumer, key, failures, open, kind, detail, failure_group)
      VALUES (?, ?, ?, 0, true, ?, ?, ?)
      ON CONFLICT (identity) DO UPDATE
      SET stops = a.stops + CASE WHEN a.open THEN 1 ELSE 0 END, open = true, failed_at = excluded.failed_at,
          kind = CASE WHEN a.open THEN excluded.kind ELSE a.kind END,
          detail = CASE WHEN a.open THEN excluded.detail ELSE a.detail END,
          failure_group = CASE WHEN a.open THEN excluded.failure_group ELSE a.failure_group END
      """;

  private static final String EXCUSE =
      """
      UPDATE {schema}.semel_attempt SET open = false WHERE identity = ?
      """;

  /**
   * For the writing transaction: it does not wait for a locked row, such as that of a frozen
   * server; a failure that could not be written is counted another time.
   */
  private static final String BOUNDED =
      """
      SELECT set_config('lock_timeout', '5s', true)
      """;

  /** The failure of an attempt without a recorded end. */
  private static final Failure UNSEEN =
      new Failure("unseen", "its server ended while it was handled alone");

  private static final String SUSPECT =
      """
      INSERT INTO {schema}.semel_attempt (identity, consumer, key, failures, kind, detail, failure_group)
      SELECT s.identity, s.consumer, s.key, 0, ?, ?, ?
      FROM unnest(?::uuid[], ?::text[], ?::text[]) AS s (identity, consumer, key)
      ORDER BY s.identity
      ON CONFLICT DO NOTHING
      """;

  private static final String FIND =
      """
      SELECT identity, consumer, key, failures, stops, kind, detail, failure_group FROM {schema}.semel_attempt WHERE identity = ANY (?::uuid[])
      """;

  private static final String FORGET =
      """
      DELETE FROM {schema}.semel_attempt WHERE identity = ANY (?::uuid[])
      """;

  private final Jdbc jdbc;
  private final ClaimStore claims;

  /**
   * Attempts beside a claim store.
   *
   * @param claims the consumer's claim store, which knows what took effect
   */
  public AttemptTable(Jdbc jdbc, ClaimStore claims) {
    this.jdbc = jdbc;
    this.claims = claims;
  }

  @Override
  public Optional<Failures> failed(Offer offer, Failure failure) {
    bound();
    List<Failures> recorded =
        jdbc.query(
            "record a failed attempt",
            FAILED,
            AttemptRow.of(offer.identity(), failure),
            AttemptRow::failures);
    return forgetSettled(List.of(offer)) ? Optional.empty() : Optional.of(recorded.get(0));
  }

  @Override
  public void stopped(Offer offer, Failure failure) {
    bound();
    jdbc.update("record a stop", STOPPED, AttemptRow.of(offer.identity(), failure));
    forgetSettled(List.of(offer));
  }

  @Override
  public void open(Offer offer) {
    bound();
    jdbc.update(
        "record that a message is handled alone", OPEN, AttemptRow.of(offer.identity(), UNSEEN));
    forgetSettled(List.of(offer));
  }

  @Override
  public void excuse(Identity identity) {
    bound();
    jdbc.update("excuse a message", EXCUSE, binds -> binds.uuid(identity.digest()));
  }

  private void bound() {
    jdbc.query("bound the wait for a lock", BOUNDED, binds -> {}, row -> "");
  }

  @Override
  public void suspect(Collection<Offer> offers, Failure failure) {
    List<Offer> suspects = offers.stream().distinct().toList();
    List<Identity> identities = suspects.stream().map(Offer::identity).distinct().toList();
    bound();
    jdbc.update(
        "note suspects",
        SUSPECT,
        binds ->
            binds
                .text(failure.kind())
                .text(failure.detail())
                .text(failure.group())
                .uuids(identities, Identity::digest)
                .texts(identities, Identity::consumer)
                .texts(identities, Identity::key));
    forgetSettled(suspects);
  }

  /**
   * Asked after the row was written, by statements of their own: the first may have waited for the
   * transaction in which the message took effect, and sees the claims of before it waited.
   */
  private boolean forgetSettled(List<Offer> offers) {
    List<Identity> settled = claims.settled(offers).stream().map(Offer::identity).toList();
    if (!settled.isEmpty()) {
      forget(settled);
    }
    return !settled.isEmpty();
  }

  @Override
  public Map<Identity, Failures> of(Collection<Identity> identities) {
    Set<Identity> asked = Set.copyOf(identities);
    return jdbc
        .query(
            "look up failed attempts",
            FIND,
            binds -> binds.uuids(List.copyOf(asked), Identity::digest),
            row -> Map.entry(AttemptRow.identity(row), AttemptRow.failures(row)))
        .stream()
        .filter(found -> asked.contains(found.getKey()))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Override
  public void forget(Collection<Identity> identities) {
    jdbc.update(
        "forget failed attempts",
        FORGET,
        binds -> binds.uuids(List.copyOf(identities), Identity::digest));
  }
}
