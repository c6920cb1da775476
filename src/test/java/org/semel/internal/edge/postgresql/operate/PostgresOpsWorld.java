// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.semel.internal.desk.operate.OperatorStores;
import org.semel.internal.desk.operate.audit.Audit;
import org.semel.internal.desk.operate.indoubt.OutsideLook;
import org.semel.internal.desk.operate.pause.Pauses.Presence;
import org.semel.internal.desk.operate.plan.ApprovalRule;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.SqlFaults;
import org.semel.internal.edge.postgresql.claim.AttemptTable;
import org.semel.internal.edge.postgresql.claim.BodyTable;
import org.semel.internal.edge.postgresql.claim.ClaimTable;
import org.semel.internal.edge.postgresql.claim.EffectTable;
import org.semel.internal.edge.postgresql.intent.IntentTable;
import org.semel.internal.edge.postgresql.ordered.VersionTable;
import org.semel.internal.edge.postgresql.stored.StoredTable;
import org.semel.internal.engine.keep.DestinationRegistration;
import org.semel.internal.engine.keep.Registration;
import org.semel.internal.engine.keep.Registration.IdentityPolicy;
import org.semel.internal.engine.receive.ReceiverStores;
import org.semel.internal.engine.receive.claim.ComparingParkedStore;
import org.semel.internal.engine.receive.claim.EffectNames;
import org.semel.internal.engine.receive.rows.StoredMessages;
import org.semel.internal.engine.receive.rows.Versions;
import org.semel.internal.engine.send.BufferedIntents;
import org.semel.internal.engine.send.IntentQueue;
import org.semel.internal.engine.tx.Faults;
import org.semel.internal.engine.tx.Transactions;
import org.semel.operations.OpsWorld;
import org.semel.operations.PauseActs.Target;
import org.semel.operations.Plan;
import org.semel.small.SmallServer;

/** All of it in PostgreSQL. */
public final class PostgresOpsWorld implements OpsWorld {

  private final SmallServer server = SmallServer.shared();
  private final Jdbc jdbc;
  private final ClaimTable claims;
  private final IntentTable intents;
  private final ReceiverStores memory;
  private ApprovalRule approvals = ApprovalRule.NONE;

  /** In whatever schema its sessions are. */
  public PostgresOpsWorld() {
    this(new Jdbc(SmallServer.shared().movedSessions()));
  }

  /** Over tables that are reached by {@code jdbc}. */
  public PostgresOpsWorld(Jdbc jdbc) {
    this.jdbc = jdbc;
    this.claims = new ClaimTable(jdbc, Duration.ofSeconds(2));
    this.intents = new IntentTable(jdbc);
    BodyTable bodies = new BodyTable(jdbc, server.transactions());
    this.memory =
        new ReceiverStores(
            claims,
            new AttemptTable(jdbc, claims),
            new ComparingParkedStore(new ParkedTable(jdbc), bodies),
            new BufferedIntents(intents, server.transactions()),
            bodies);
  }

  @Override
  public Transactions transactions() {
    return server.transactions();
  }

  @Override
  public ReceiverStores memory() {
    return memory;
  }

  @Override
  public IntentQueue queue() {
    return intents;
  }

  @Override
  public OperatorStores stores() {
    return new OperatorTables(jdbc, server.transactions(), claims, OutsideLook.none(), approvals);
  }

  @Override
  public void asksForApprovalFrom(int items) {
    approvals = new ApprovalRule(items);
  }

  @Override
  public Audit audit() {
    return new AuditTable(jdbc);
  }

  @Override
  public void register(String consumer, String rule) {
    register(consumer, new IdentityPolicy(rule, "claim", "none"));
  }

  void register(String consumer, IdentityPolicy policy) {
    Registration wanted = new Registration(consumer, "", "", "q", policy, Optional.empty());
    assertThat(act(() -> new ConsumerTable(jdbc).register(wanted))).isEmpty();
  }

  @Override
  public void know(Target target, Presence presence) {
    if (presence == Presence.IDEMPOTENT_CONSUMER) {
      server
          .postgres()
          .execute(
              "INSERT INTO semel_retention (kept, owner, age) VALUES ('CLAIM', '%s', '31 days')"
                  .formatted(target.name()));
    } else if (target.kind() == Target.TargetKind.CONSUMER) {
      register(target.name(), "header:key");
    } else {
      act(
          () ->
              new DestinationTable(jdbc).register(new DestinationRegistration(target.name(), "")));
    }
  }

  @Override
  public Versions versions() {
    return new VersionTable(jdbc, Duration.ofSeconds(2));
  }

  @Override
  public EffectNames effects() {
    return new EffectTable(jdbc);
  }

  @Override
  public StoredMessages stored() {
    return new StoredTable(jdbc);
  }

  @Override
  public Faults faults() {
    return new SqlFaults();
  }

  @Override
  public void lapse(Plan plan) {
    server.postgres().execute("UPDATE semel_plan SET due_at = '-infinity' WHERE id = " + plan.id());
  }

  @Override
  public Instant due(Plan plan) {
    return Instant.ofEpochMilli(
        server
            .postgres()
            .number(
                "SELECT ceil(extract(epoch FROM due_at) * 1000)::bigint FROM semel_plan WHERE id = ?",
                plan.id()));
  }

  @Override
  public Instant now() {
    return Instant.ofEpochMilli(
        server
            .postgres()
            .number("SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"));
  }

  @Override
  public long intents(String consumer) {
    return server
        .postgres()
        .number("SELECT count(*) FROM semel_intent WHERE consumer = ?", consumer);
  }
}
