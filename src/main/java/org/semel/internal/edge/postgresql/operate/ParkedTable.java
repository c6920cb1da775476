// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.semel.internal.edge.postgresql.Binds;
import org.semel.internal.edge.postgresql.Flush;
import org.semel.internal.edge.postgresql.HeadersColumn;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.WindowIdentities;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedStore;
import org.semel.message.Body;
import org.semel.message.Fingerprint;
import org.semel.message.Identity;
import org.semel.message.Origin;

/** {@code semel_parked}: messages that wait for a person. */
public final class ParkedTable implements ParkedStore {

  /**
   * A message with the same identity, body and reason joins the case that still waits. A case that
   * keeps a claim and one that does not are two cases.
   */
  private static final String PARK =
      """
      INSERT INTO {schema}.semel_parked (consumer, identity, key, reason, holds_claim, detail, failure_group, fingerprint, recorded_fingerprint,
        headers, form, content_type, body, destination, message_id, deliveries, differing, recorded_at, aggregate, whole)
      SELECT ?, ?::uuid, ?, ?, ?::boolean, ?, ?, ?::bytea, ?::bytea, ?::json, ?, ?, ?::bytea, ?, ?, ?::int, ?::text[], ?::timestamptz, ?::uuid, ?::boolean
      FROM {flush}
      ON CONFLICT (identity, fingerprint, reason, holds_claim) WHERE identity IS NOT NULL AND state = 'parked' DO NOTHING
      """
          .replace("{flush}", Flush.AT_COMMIT);

  /**
   * Ties the case to the present claim of its identity. An older case may hold a claim that is
   * forgotten by now.
   */
  private static final String TIE =
      """
      UPDATE {schema}.semel_parked AS p
      SET claimed_at = (
        SELECT max(c.claimed_at)
        FROM (
          SELECT claimed_at FROM {schema}.semel_claim WHERE identity = p.identity AND consumer = p.consumer AND key = p.key
          UNION ALL
          SELECT claimed_at FROM {schema}.semel_window WHERE identity = ANY (?::uuid[]) AND consumer = p.consumer AND key = p.key
        ) AS c)
      WHERE identity = ? AND fingerprint = ? AND reason = ? AND holds_claim AND state = 'parked'
      """;

  private final Jdbc jdbc;

  public ParkedTable(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  /** Parks one at a time: parking is rare, and a body may be large. */
  @Override
  public void park(List<ParkedMessage> messages) {
    messages.forEach(this::park);
  }

  /** If the older case is settled meanwhile, this becomes a case of its own. */
  private void park(ParkedMessage parked) {
    insert(parked);
    if (parked.evidence().holdsClaim() && tie(parked) == 0) {
      insert(parked);
      tie(parked);
    }
  }

  private void insert(ParkedMessage parked) {
    jdbc.update("park a message", PARK, binds -> bind(parked, binds));
  }

  private int tie(ParkedMessage parked) {
    Identity identity = parked.evidence().identity().orElseThrow();
    List<UUID> places = WindowIdentities.of(identity, parked.message());
    return jdbc.update(
        "tie a parked message to its claim",
        TIE,
        binds ->
            binds
                .uuids(places, place -> place)
                .uuid(identity.digest())
                .bytes(parked.evidence().offered().map(Fingerprint::bytes).orElse(null))
                .text(parked.verdict().reason().name()));
  }

  private static void bind(ParkedMessage parked, Binds binds) throws java.sql.SQLException {
    ParkedMessage.IdentityEvidence evidence = parked.evidence();
    @Nullable Identity identity = evidence.identity().orElse(null);
    Body body = parked.message().body();
    Origin origin = parked.message().origin();
    binds
        .text(parked.consumer())
        .uuid(identity == null ? null : identity.digest())
        .text(identity == null ? null : identity.key())
        .text(parked.verdict().reason().name())
        .truth(evidence.holdsClaim())
        .text(parked.verdict().detail())
        .text(parked.verdict().group().orElse(null))
        .bytes(evidence.offered().map(Fingerprint::bytes).orElse(null))
        .bytes(evidence.conflict().map(conflict -> conflict.recorded().bytes()).orElse(null))
        .text(HeadersColumn.write(parked.message().headers()))
        .text(body.form().name())
        .text(body.contentType().orElse(null))
        .bytes(body.bytes())
        .text(origin.destination())
        .text(origin.messageId())
        .number(origin.deliveries())
        .texts(evidence.differing(), name -> name)
        .text(evidence.conflict().map(conflict -> conflict.at().toString()).orElse(null))
        .uuid(evidence.aggregate().map(Identity::digest).orElse(null))
        .truth(parked.verdict().reason().keepsTheBody());
  }
}
