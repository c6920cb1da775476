// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import static java.util.stream.Collectors.toMap;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.WindowIdentities;
import org.semel.message.Identity;

/** All tables with identities: which of many they know. Each table is asked once. */
final class KnownIdentities {

  /** By their digests, for which these tables have an index. */
  private static final String BY_DIGEST =
      """
      WITH asked AS MATERIALIZED (SELECT ?::uuid[] AS digests)
      SELECT c.identity FROM asked, {schema}.semel_claim  AS c WHERE c.identity = ANY (digests)
      UNION
      SELECT i.identity FROM asked, {schema}.semel_inbox  AS i WHERE i.identity = ANY (digests)
      UNION
      SELECT p.identity FROM asked, {schema}.semel_parked AS p WHERE p.identity = ANY (digests)
      """;

  /**
   * A window is partitioned by a digest that holds the time. Held messages and open intents are
   * few, and have no index by identity, which each message would have to pay for.
   */
  private static final String BY_NAME =
      """
      WITH asked AS MATERIALIZED (SELECT ?::uuid[] AS places, ?::text[] AS consumers, ?::text[] AS keys)
      SELECT w.consumer, w.key
      FROM asked, {schema}.semel_window AS w
      WHERE w.identity = ANY (places) AND w.consumer = ANY (consumers) AND w.key = ANY (keys)
      UNION
      SELECT h.consumer, h.key FROM asked, {schema}.semel_held AS h WHERE h.consumer = ANY (consumers) AND h.key = ANY (keys)
      UNION
      SELECT i.consumer, i.cause
      FROM asked, {schema}.semel_intent AS i
      WHERE i.state IN ('pending', 'leased') AND i.consumer = ANY (consumers) AND i.cause = ANY (keys)
      UNION
      SELECT i.consumer, i.cause
      FROM asked, {schema}.semel_intent AS i
      WHERE i.state = 'parked' AND i.consumer = ANY (consumers) AND i.cause = ANY (keys)
      """;

  private final Jdbc jdbc;

  KnownIdentities(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  Set<Identity> among(Collection<Identity> identities) {
    List<Identity> asked = List.copyOf(identities);
    Set<Identity> known = new HashSet<>(byDigest(asked));
    known.addAll(byName(asked));
    known.retainAll(Set.copyOf(asked));
    return known;
  }

  private List<Identity> byDigest(List<Identity> asked) {
    Map<UUID, Identity> digests =
        asked.stream().collect(toMap(Identity::digest, identity -> identity, (one, same) -> one));
    return jdbc
        .query(
            "look for identities",
            BY_DIGEST,
            binds -> binds.uuids(asked, Identity::digest),
            row -> row.getObject("identity", UUID.class))
        .stream()
        .map(digests::get)
        .toList();
  }

  private List<Identity> byName(List<Identity> asked) {
    List<UUID> places =
        asked.stream().flatMap(identity -> WindowIdentities.of(identity).stream()).toList();
    List<String> keys = asked.stream().map(Identity::key).distinct().toList();
    return jdbc.query(
        "look for identities that wait",
        BY_NAME,
        binds ->
            binds
                .uuids(places, place -> place)
                .texts(asked, Identity::consumer)
                .texts(keys, key -> key),
        row -> new Identity(row.getString("consumer"), row.getString("key")));
  }
}
