// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.semel.internal.desk.operate.identities.Records;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.Times;
import org.semel.internal.edge.postgresql.WindowIdentities;
import org.semel.internal.edge.postgresql.claim.ClaimTable;
import org.semel.internal.edge.postgresql.claim.DuplicateTable;
import org.semel.internal.edge.postgresql.intent.IntentRecords;
import org.semel.internal.edge.postgresql.intent.ListedIntents;
import org.semel.internal.edge.postgresql.intent.ParkedIntents;
import org.semel.internal.edge.postgresql.stored.UnderwayRows;
import org.semel.internal.engine.send.Destination;
import org.semel.message.Fingerprint;
import org.semel.message.Identity;
import org.semel.operations.ConsumerName;
import org.semel.operations.Dossier.Duplicates;
import org.semel.operations.Dossier.NamedEffect;
import org.semel.operations.Dossier.Remembered;
import org.semel.operations.IntentActs.IntentContent;
import org.semel.operations.IntentActs.IntentFilter;
import org.semel.operations.IntentActs.IntentGroup;
import org.semel.operations.IntentRecord;
import org.semel.operations.ParkedActs.GroupPlace;
import org.semel.operations.ParkedCase;
import org.semel.operations.ParkedFilter;
import org.semel.operations.Underway;

/** Collects what all tables know of one identity. */
public final class IdentityRecords implements Records {

  /**
   * An identity is remembered in one of the two tables, or in both if its consumer changed its
   * policy.
   */
  private static final String CLAIM =
      """
      WITH asked AS (
        SELECT ?::uuid AS identity, ?::text AS consumer, ?::text AS key, ?::uuid[] AS places
      )
      SELECT c.fingerprint, c.claimed_at, c.xmin::text AS transaction
      FROM asked AS a JOIN {schema}.semel_claim AS c USING (identity, consumer, key)
      UNION ALL
      SELECT w.fingerprint, w.claimed_at, w.xmin::text
      FROM asked AS a JOIN {schema}.semel_window AS w USING (consumer, key)
      WHERE w.identity = ANY (a.places)
      ORDER BY claimed_at
      LIMIT 1
      """;

  private static final String EFFECTS =
      """
      SELECT name, named_at, xmin::text AS transaction
      FROM {schema}.semel_effect
      WHERE identity = ? AND consumer = ?
      ORDER BY named_at
      LIMIT ?
      """;

  /** A claim is that of an effect, or holds its identity for what is still to be decided. */
  private static final String UNDECIDED =
      """
      SELECT c.consumer, c.key
      FROM {schema}.semel_claim AS c
      WHERE c.identity = ANY (?::uuid[])
        AND (c.owner IS NOT NULL
          OR EXISTS (
            SELECT FROM {schema}.semel_parked AS p
            WHERE p.identity = c.identity AND p.state = 'parked' AND p.holds_claim
              AND (p.claimed_at IS NOT NULL OR p.reason <> 'CONFLICT'))
          OR EXISTS (
            SELECT FROM {schema}.semel_inbox AS i
            WHERE i.identity = c.identity AND i.state NOT IN ('COMPLETED', 'PARKED'))
          OR EXISTS (SELECT FROM {schema}.semel_held AS h WHERE h.consumer = c.consumer AND h.key = c.key))
      ORDER BY c.key
      LIMIT ?
      """;

  private static final String FORGET =
      """
      SELECT {schema}.semel_forget_identity(?, ?, ?, ?::uuid[]) AS forgotten
      """;

  private static final String ERASE =
      """
      SELECT {schema}.semel_erase_identity(?, ?, ?) AS erased
      """;

  private final Jdbc jdbc;
  private final IntentRecords intents;

  public IdentityRecords(Jdbc jdbc) {
    this.jdbc = jdbc;
    this.intents = new IntentRecords(jdbc);
  }

  @Override
  public List<ConsumerName.Known> consumers() {
    return new ConsumerNames(jdbc).all();
  }

  @Override
  public Set<Identity> known(Collection<Identity> identities) {
    return new KnownIdentities(jdbc).among(identities);
  }

  @Override
  public Optional<Remembered> claim(Identity identity) {
    return jdbc
        .query(
            "look a claim up",
            CLAIM,
            binds -> binds.identity(identity).uuids(WindowIdentities.of(identity), place -> place),
            row ->
                new Remembered(
                    Fingerprint.stored(row.getBytes("fingerprint")),
                    Times.at(row, "claimed_at"),
                    row.getString("transaction")))
        .stream()
        .findFirst();
  }

  @Override
  public Duplicates absorbed(Identity identity) {
    return new DuplicateTable(jdbc).since(identity, claim(identity).map(Remembered::at));
  }

  @Override
  public List<NamedEffect> effects(Identity identity, int most) {
    return jdbc.query(
        "look effects up",
        EFFECTS,
        binds -> binds.uuid(identity.digest()).text(identity.consumer()).number(most),
        row ->
            new NamedEffect(
                row.getString("name"), Times.at(row, "named_at"), row.getString("transaction")));
  }

  @Override
  public Underway underway(Identity identity) {
    return new UnderwayRows(jdbc).of(identity);
  }

  @Override
  public List<ParkedCase> cases(Identity identity, int most) {
    return new IdentityCases(jdbc).latest(identity, most);
  }

  @Override
  public Optional<Long> waiting(Identity identity) {
    return new IdentityCases(jdbc).waiting(identity);
  }

  @Override
  public Optional<Long> holder(Identity identity) {
    return new IdentityCases(jdbc).holder(identity);
  }

  @Override
  public boolean withdrawn(Identity identity) {
    return new IdentityCases(jdbc).withdrawn(identity);
  }

  @Override
  public List<IntentRecord> intents(Collection<UUID> keys) {
    return intents.of(keys);
  }

  @Override
  public Optional<IntentContent> content(UUID key, int most) {
    return intents.content(key, most);
  }

  @Override
  public List<IntentRecord> openIntents(Identity identity, int most) {
    return intents.open(identity, most);
  }

  @Override
  public List<IntentRecord> referenced(String reference, int most) {
    return intents.referenced(reference, most);
  }

  @Override
  public List<IntentRecord> parkedIntents(
      Destination destination, ParkedFilter which, IntentRecord.Position after, int most) {
    return new ParkedIntents(jdbc).list(destination.name(), which, after, most);
  }

  @Override
  public List<IntentRecord> intentsIn(
      Destination destination,
      IntentFilter which,
      Optional<IntentRecord.Position> after,
      int most) {
    return new ListedIntents(jdbc).list(destination.name(), which, after, most);
  }

  @Override
  public List<IntentGroup> intentGroups(
      Optional<Destination> destination, GroupPlace after, int most) {
    return new ParkedIntents(jdbc).groups(destination.map(Destination::name), after, most);
  }

  @Override
  public Optional<String> memoryBesideClaims(String consumer) {
    return new ConsumerNames(jdbc).memoryBesideClaims(consumer);
  }

  @Override
  public Optional<Instant> rememberedSince(String consumer) {
    return new ConsumerNames(jdbc).rememberedSince(consumer);
  }

  @Override
  public List<Identity> undecided(List<Identity> identities, int most) {
    return jdbc.query(
        "look for claims without an effect",
        UNDECIDED,
        binds -> binds.uuids(identities, Identity::digest).number(most),
        row -> new Identity(row.getString("consumer"), row.getString("key")));
  }

  @Override
  public int remember(List<Identity> identities, Fingerprint fingerprint, Instant at) {
    return ClaimTable.remember(jdbc, identities, fingerprint, at);
  }

  @Override
  public boolean forget(Identity identity) {
    return jdbc.query(
                "forget an identity",
                FORGET,
                binds ->
                    binds.identity(identity).uuids(WindowIdentities.of(identity), place -> place),
                row -> row.getLong("forgotten"))
            .get(0)
        >= 1;
  }

  @Override
  public int erase(Identity identity) {
    return jdbc.query(
            "erase what is kept of an identity",
            ERASE,
            binds -> binds.identity(identity),
            row -> row.getInt("erased"))
        .get(0);
  }
}
