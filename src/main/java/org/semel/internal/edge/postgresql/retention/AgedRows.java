// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.retention;

import java.util.Optional;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.engine.keep.RetainedKind;

/**
 * Deletes rows that are older than their rule, some pages at a time. A range of {@code ctid} is
 * read as a range of pages by PostgreSQL 14 and later (Tid Range Scan).
 */
enum AgedRows {

  /** By the owner's function: the run-time role must not delete claims at will. */
  CLAIMS("semel_claim", byOwner("semel_forget_claims")),

  DUPLICATES("semel_duplicate", older(RetainedKind.DUPLICATE, "semel_duplicate", "absorbed_at")),

  EFFECTS("semel_effect", older(RetainedKind.EFFECT, "semel_effect", "named_at")),

  /** The text of a failure goes with the bodies; the failure itself is kept as long as a claim. */
  ATTEMPTS(
      "semel_attempt",
      """
      WITH forgotten AS (
        DELETE FROM {schema}.semel_attempt
        WHERE ctid = ANY (ARRAY(
          SELECT a.ctid
          FROM {schema}.semel_attempt AS a JOIN {schema}.semel_retention AS r ON r.kept = 'ATTEMPT' AND r.owner = a.consumer
          WHERE a.ctid >= ?::tid AND a.ctid < ?::tid AND a.failed_at < statement_timestamp() - r.age
          FOR UPDATE OF a SKIP LOCKED))
        RETURNING 1
      )
      SELECT count(*) AS forgotten FROM forgotten
      """,
      """
      UPDATE {schema}.semel_attempt
      SET detail = ''
      WHERE ctid = ANY (ARRAY(
        SELECT a.ctid
        FROM {schema}.semel_attempt AS a JOIN {schema}.semel_retention AS r ON r.kept = 'BODY' AND r.owner = a.consumer
        WHERE a.ctid >= ?::tid AND a.ctid < ?::tid AND a.detail <> '' AND a.failed_at < statement_timestamp() - r.age
        FOR UPDATE OF a SKIP LOCKED))
      """),

  /** By the owner's function: only intents that have ended, never one that waits. */
  INTENTS("semel_intent", byOwner("semel_forget_intents")),

  BODIES("semel_body", older(RetainedKind.BODY, "semel_body", "kept_at")),

  /** By the owner's function: the run-time role must not delete a message that waits. */
  PARKED("semel_parked", byOwner("semel_forget_settled")),

  /** By the owner's function: only messages that have ended. */
  STORED("semel_inbox", byOwner("semel_forget_stored")),

  /** By the owner's function: an aggregate that is forgotten begins anew. */
  AGGREGATES("semel_version", byOwner("semel_forget_aggregates")),

  /** By the owner's functions: the run-time role must not delete the record of operators' acts. */
  PLAN_ITEMS("semel_plan_item", byOwner("semel_forget_plan_items")),

  PLANS("semel_plan", byOwner("semel_forget_plans")),

  AUDIT("semel_audit", byOwner("semel_forget_audit")),
  REQUESTS(
      "semel_request",
      """
      WITH forgotten AS (
        DELETE FROM {schema}.semel_request AS t
        USING {schema}.semel_retention AS r
        WHERE t.ctid >= ?::tid AND t.ctid < ?::tid
          AND r.kept = 'REQUEST' AND r.owner = 'semel' AND t.begun_at < statement_timestamp() - r.age
        RETURNING 1
      )
      SELECT count(*) AS forgotten FROM forgotten
      """);

  private static final String PAGES =
      """
      SELECT pg_relation_size(('{schema}.' || ?)::regclass) / current_setting('block_size')::bigint AS pages
      """;

  private final String table;
  private final String forget;
  private final Optional<String> empty;

  AgedRows(String table, String forget) {
    this.table = table;
    this.forget = forget;
    this.empty = Optional.empty();
  }

  /** With a statement that first empties the texts that rows quote. */
  AgedRows(String table, String forget, String empty) {
    this.table = table;
    this.forget = forget;
    this.empty = Optional.of(empty);
  }

  /** Rows that no other transaction writes: deleted directly, by their time in {@code column}. */
  private static String older(RetainedKind kept, String table, String column) {
    return """
        WITH forgotten AS (
          DELETE FROM {schema}.%s AS t
          USING {schema}.semel_retention AS r
          WHERE t.ctid >= ?::tid AND t.ctid < ?::tid
            AND r.kept = '%s' AND r.owner = t.consumer AND t.%s < statement_timestamp() - r.age
          RETURNING 1
        )
        SELECT count(*) AS forgotten FROM forgotten
        """
        .formatted(table, kept.name(), column);
  }

  private static String byOwner(String function) {
    return "SELECT {schema}.%s(?::tid, ?::tid) AS forgotten".formatted(function);
  }

  static AgedRows of(RetainedKind kept) {
    return switch (kept) {
      case CLAIM -> CLAIMS;
      case DUPLICATE -> DUPLICATES;
      case EFFECT -> EFFECTS;
      case ATTEMPT -> ATTEMPTS;
      case INTENT -> INTENTS;
      case WINDOW ->
          throw new IllegalArgumentException(
              "the daily partitions of semel_window are emptied as a whole");
      case BODY -> BODIES;
      case PARKED -> PARKED;
      case STORED -> STORED;
      case AGGREGATE -> AGGREGATES;
      case PLAN_ITEM -> PLAN_ITEMS;
      case PLAN -> PLANS;
      case AUDIT -> AUDIT;
      case REQUEST -> REQUESTS;
    };
  }

  /** Forgets what is due on the pages from {@code from} to before {@code to}. */
  int forget(Jdbc jdbc, long from, long to) {
    Jdbc.Binder pages = binds -> binds.text("(" + from + ",0)").text("(" + to + ",0)");
    empty.ifPresent(sql -> jdbc.update("empty rows of " + table, sql, pages));
    return jdbc.query("forget rows of " + table, forget, pages, row -> row.getInt("forgotten"))
        .get(0);
  }

  long pages(Jdbc jdbc) {
    return jdbc.query(
            "measure " + table, PAGES, binds -> binds.text(table), row -> row.getLong("pages"))
        .get(0);
  }
}
