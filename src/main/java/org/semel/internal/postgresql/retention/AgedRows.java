// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.postgresql.retention;

import java.util.Optional;
import org.semel.internal.postgresql.Jdbc;
import org.semel.internal.retention.RetainedKind;

/**
 * Deletes what is older than its rule, a stretch of pages at a time. A range of {@code ctid} is
 * read as a range of pages by PostgreSQL 14 and later (Tid Range Scan).
 */
enum AgedRows {

  /** By the owner's function: the role of run time must not delete claims at will. */
  CLAIMS(
      "semel_claim",
      """
      SELECT semel_forget_claims(?::tid, ?::tid) AS forgotten
      """),

  DUPLICATES(
      "semel_duplicate",
      """
      WITH forgotten AS (
        DELETE FROM semel_duplicate AS d
        USING semel_retention AS r
        WHERE d.ctid >= ?::tid AND d.ctid < ?::tid
          AND r.kept = 'DUPLICATE' AND r.owner = d.consumer AND d.absorbed_at < statement_timestamp() - r.age
        RETURNING 1
      )
      SELECT count(*) AS forgotten FROM forgotten
      """),

  EFFECTS(
      "semel_effect",
      """
      WITH forgotten AS (
        DELETE FROM semel_effect AS e
        USING semel_retention AS r
        WHERE e.ctid >= ?::tid AND e.ctid < ?::tid
          AND r.kept = 'EFFECT' AND r.owner = e.consumer AND e.named_at < statement_timestamp() - r.age
        RETURNING 1
      )
      SELECT count(*) AS forgotten FROM forgotten
      """),

  /** What a failure quoted goes with the bodies; that it failed is known for as long as a claim. */
  ATTEMPTS(
      "semel_attempt",
      """
      WITH forgotten AS (
        DELETE FROM semel_attempt
        WHERE ctid = ANY (ARRAY(
          SELECT a.ctid
          FROM semel_attempt AS a JOIN semel_retention AS r ON r.kept = 'ATTEMPT' AND r.owner = a.consumer
          WHERE a.ctid >= ?::tid AND a.ctid < ?::tid AND a.failed_at < statement_timestamp() - r.age
          FOR UPDATE OF a SKIP LOCKED))
        RETURNING 1
      )
      SELECT count(*) AS forgotten FROM forgotten
      """,
      """
      UPDATE semel_attempt
      SET detail = ''
      WHERE ctid = ANY (ARRAY(
        SELECT a.ctid
        FROM semel_attempt AS a JOIN semel_retention AS r ON r.kept = 'BODY' AND r.owner = a.consumer
        WHERE a.ctid >= ?::tid AND a.ctid < ?::tid AND a.detail <> '' AND a.failed_at < statement_timestamp() - r.age
        FOR UPDATE OF a SKIP LOCKED))
      """),

  /** By the owner's function: only what is final, and never what waits for somebody. */
  INTENTS(
      "semel_intent",
      """
      SELECT semel_forget_intents(?::tid, ?::tid) AS forgotten
      """),

  BODIES(
      "semel_body",
      """
      WITH forgotten AS (
        DELETE FROM semel_body AS b
        USING semel_retention AS r
        WHERE b.ctid >= ?::tid AND b.ctid < ?::tid
          AND r.kept = 'BODY' AND r.owner = b.consumer AND b.kept_at < statement_timestamp() - r.age
        RETURNING 1
      )
      SELECT count(*) AS forgotten FROM forgotten
      """),

  /** By the owner's function: the role of run time must not delete a message that waits. */
  PARKED(
      "semel_parked",
      """
      SELECT semel_forget_settled(?::tid, ?::tid) AS forgotten
      """),

  /** By the owner's function: only what has ended, and what nobody waits for any more. */
  STORED(
      "semel_inbox",
      """
      SELECT semel_forget_stored(?::tid, ?::tid) AS forgotten
      """),

  /** By the owner's function: an aggregate that is forgotten begins anew. */
  AGGREGATES(
      "semel_version",
      """
      SELECT semel_forget_aggregates(?::tid, ?::tid) AS forgotten
      """),

  /** By the owner's functions: what people did is nobody's to delete at run time. */
  PLAN_ITEMS(
      "semel_plan_item",
      """
      SELECT semel_forget_plan_items(?::tid, ?::tid) AS forgotten
      """),

  PLANS(
      "semel_plan",
      """
      SELECT semel_forget_plans(?::tid, ?::tid) AS forgotten
      """),

  AUDIT(
      "semel_audit",
      """
      SELECT semel_forget_audit(?::tid, ?::tid) AS forgotten
      """);

  private static final String PAGES =
      """
      SELECT pg_relation_size(?::regclass) / current_setting('block_size')::bigint AS pages
      """;

  private final String table;
  private final String forget;
  private final Optional<String> empty;

  AgedRows(String table, String forget) {
    this.table = table;
    this.forget = forget;
    this.empty = Optional.empty();
  }

  /** Where rows are emptied of what they quote before they are forgotten. */
  AgedRows(String table, String forget, String empty) {
    this.table = table;
    this.forget = forget;
    this.empty = Optional.of(empty);
  }

  static AgedRows of(RetainedKind kept) {
    return switch (kept) {
      case CLAIM -> CLAIMS;
      case DUPLICATE -> DUPLICATES;
      case EFFECT -> EFFECTS;
      case ATTEMPT -> ATTEMPTS;
      case INTENT -> INTENTS;
      case WINDOW -> throw new IllegalArgumentException("slots are not walked");
      case BODY -> BODIES;
      case PARKED -> PARKED;
      case STORED -> STORED;
      case AGGREGATE -> AGGREGATES;
      case PLAN_ITEM -> PLAN_ITEMS;
      case PLAN -> PLANS;
      case AUDIT -> AUDIT;
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
