// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.semel.internal.boot.config.ConsumerSettings;
import org.semel.internal.boot.config.SemelSettings;
import org.semel.internal.boot.config.Settings;
import org.semel.internal.boot.proof.CommonInspections;
import org.semel.internal.desk.operate.audit.AuditSeals;
import org.semel.internal.desk.operate.indoubt.OutsideLook;
import org.semel.internal.desk.operate.plan.ApprovalRule;
import org.semel.internal.edge.camel.classic.ClassicClaims;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.TableSchema;
import org.semel.internal.edge.postgresql.claim.AttemptTable;
import org.semel.internal.edge.postgresql.claim.BodyTable;
import org.semel.internal.edge.postgresql.claim.ClaimTable;
import org.semel.internal.edge.postgresql.claim.ClaimTable.LoneClaimTable;
import org.semel.internal.edge.postgresql.claim.EffectTable;
import org.semel.internal.edge.postgresql.intent.IntentTable;
import org.semel.internal.edge.postgresql.operate.AuditSealTable;
import org.semel.internal.edge.postgresql.operate.AuditTable;
import org.semel.internal.edge.postgresql.operate.ConsumerTable;
import org.semel.internal.edge.postgresql.operate.DestinationTable;
import org.semel.internal.edge.postgresql.operate.OperatorTables;
import org.semel.internal.edge.postgresql.operate.ParkedTable;
import org.semel.internal.edge.postgresql.operate.RequestTable;
import org.semel.internal.edge.postgresql.ordered.VersionTable;
import org.semel.internal.edge.postgresql.retention.RetentionTable;
import org.semel.internal.edge.postgresql.stored.StoredTable;
import org.semel.internal.edge.server.Server;
import org.semel.internal.engine.receive.ReceiverStores;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.ComparingParkedStore;
import org.semel.internal.engine.receive.claim.EffectNames;
import org.semel.internal.engine.receive.claim.KeptBodies;
import org.semel.internal.engine.receive.claim.SucceedingClaimStore;
import org.semel.internal.engine.receive.identity.IdentitySpec;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.internal.engine.receive.proof.Inspection;
import org.semel.internal.engine.receive.rows.StoredMessages;
import org.semel.internal.engine.receive.rows.Versions;
import org.semel.internal.engine.send.BufferedIntents;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.Intents;
import org.semel.internal.engine.send.WakeUps;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Faults;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Identity;

/** The tables of Semel's data source, each behind the port it serves. */
final class Stores {

  private static final Duration ASKING = Duration.ofSeconds(10);

  private final Settings settings;
  private final Transactions transactions;
  private final Jdbc jdbc;
  private final ClaimTable claims;
  private final ClaimStores claimStores;
  private final IntentTable intentTable;
  private final KeptBodies bodies;
  private final RetentionTable retention;
  private final Intents intents;
  private final List<Inspection> inspections;

  /**
   * The tables of {@code jdbc}.
   *
   * @param differs notified of an intent that was recorded with other bytes or headers
   */
  Stores(
      Settings settings,
      Server server,
      Jdbc jdbc,
      Transactions transactions,
      WakeUps wakeUps,
      Consumer<Intent> differs) {
    this.settings = settings;
    this.transactions = transactions;
    this.jdbc = jdbc;
    this.claims = new ClaimTable(jdbc, settings.semel().lockTimeout());
    this.claimStores = new ClaimStores(jdbc, claims, settings.semel().lockTimeout());
    this.intentTable = new IntentTable(jdbc);
    this.bodies = new BodyTable(jdbc, transactions);
    this.retention = new RetentionTable(jdbc);
    this.intents =
        new BufferedIntents(
            intentTable,
            transactions,
            wakeUps,
            cause -> settings.consumer(cause).claims().strategy().remembers(),
            this::repeated,
            differs);
    this.inspections = CommonInspections.of(settings, server, jdbc);
  }

  /**
   * Those of {@code causes} that a person has handed in again. A message that is worked off later
   * does not show that by itself.
   */
  private Set<Identity> repeated(Collection<Identity> causes) {
    List<Identity> stored =
        causes.stream()
            .filter(
                cause ->
                    settings.consumer(cause.consumer()).policy().protocol() == Protocol.STORE_FIRST)
            .toList();
    return stored.isEmpty() ? Set.of() : new StoredTable(jdbc).repeated(stored);
  }

  /** Such that {@link #join} brings the database in, and so lets it commit first. */
  static Jdbc jdbc(Server server, DataSource found, SemelSettings settings) {
    TableSchema schema =
        settings.schema().isBlank()
            ? TableSchema.onThePath()
            : TableSchema.named(settings.schema());
    return switch (server.platform().databaseJoin()) {
      case CONNECTION -> new Jdbc(found, schema);
      case STATEMENT -> Jdbc.joiningByStatement(found, schema);
    };
  }

  /** The transactions in which they are written. */
  Transactions transactions() {
    return transactions;
  }

  Jdbc jdbc() {
    return jdbc;
  }

  /** The inspections that precede every proof over this database. */
  List<Inspection> inspections() {
    return inspections;
  }

  /** Brings the database into the caller's transaction. */
  void join() {
    claims.join();
  }

  /** Asks the database in a transaction that commits; why it could not, empty if it did. */
  Optional<Throwable> ask() {
    return transactions
        .inNew(ASKING, () -> Decision.commit(jdbc.query("ask", "SELECT 1", b -> {}, row -> "")))
        .fault();
  }

  /** The stores of one consumer. */
  ReceiverStores memory(ConsumerSettings consumer, FormerMemory former) {
    ClaimStore store = new SucceedingClaimStore(claimStores.of(consumer.claims()), former::store);
    return new ReceiverStores(
        store,
        new AttemptTable(jdbc, store),
        new ComparingParkedStore(new ParkedTable(jdbc), bodies),
        intents,
        consumer.keys().keepBody() ? bodies : bodies.forgetful());
  }

  /** The memory that a consumer had before, known once it is registered. */
  FormerMemory former(IdentitySpec identities) {
    return new FormerMemory(identities, claimStores);
  }

  /** The registrations of this application's names. */
  Registrations registrations(Faults faults) {
    return new Registrations(
        settings,
        transactions,
        faults,
        new ConsumerTable(jdbc),
        new DestinationTable(jdbc),
        retention);
  }

  /** The retention rules and rounds. */
  RetentionTable retention() {
    return retention;
  }

  /** The messages of store-first consumers. */
  StoredMessages messages() {
    return new StoredTable(jdbc);
  }

  Versions versions() {
    return new VersionTable(jdbc, settings.semel().lockTimeout());
  }

  /** Records the names of effects. */
  EffectNames effects() {
    return new EffectTable(jdbc);
  }

  /** Records the intents of routes. */
  Intents intents() {
    return intents;
  }

  /** Leases intents to relays. */
  IntentTable intentTable() {
    return intentTable;
  }

  ClassicClaims classicClaims() {
    return new ClassicClaims(claims, new LoneClaimTable(jdbc, claims), transactions);
  }

  /**
   * The tables that operators' acts read and change.
   *
   * @param outside what is in doubt outside the database
   */
  OperatorTables operators(OutsideLook outside) {
    ApprovalRule approvals = new ApprovalRule(settings.semel().exposure().plans().approvalFrom());
    return new OperatorTables(jdbc, transactions, claims, outside, approvals);
  }

  /** Requests of operators over HTTP that were answered. */
  RequestTable requests() {
    return new RequestTable(jdbc);
  }

  /** The days of it that are sealed. */
  AuditSeals seals() {
    return new AuditSealTable(jdbc);
  }

  /** The table of the audit. */
  AuditTable audit() {
    return new AuditTable(jdbc);
  }
}
