// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.Times;
import org.semel.message.Identity;
import org.semel.operations.PlanItem;
import org.semel.operations.PlanItem.ItemGroup;

/**
 * {@code semel_plan_item} beside the rows that were chosen, for persons. Why a row waits is read
 * from itself: as long as its version is the one that was chosen, that is what was decided on.
 */
final class PlanItemView {

  private static final String ITEMS =
      """
      FROM (
        SELECT i.ordinal, i.item, i.intent, i.settled_at,
          coalesce(p.consumer, b.consumer, e.consumer) AS consumer, coalesce(p.key, b.key, e.cause) AS key,
          coalesce(p.reason, e.reason) AS reason, coalesce(p.failure_group, e.detail) AS failure_group,
          CASE
            WHEN i.outcome IS NOT NULL THEN i.outcome
            WHEN i.begun_at IS NOT NULL THEN 'BEGUN'
            WHEN b.id IS NOT NULL OR i.version = coalesce(p.xmin, e.xmin)::text::bigint THEN 'AS_CHOSEN'
            ELSE 'CHANGED'
          END AS outcome
        FROM {schema}.semel_plan AS plan JOIN {schema}.semel_plan_item AS i ON i.plan = plan.id AND i.ordinal < plan.size
          LEFT JOIN {schema}.semel_parked AS p ON p.id = i.item AND plan.source = 'PARKED'
          LEFT JOIN {schema}.semel_body AS b ON b.id = i.item AND plan.source = 'KEPT'
          LEFT JOIN {schema}.semel_intent AS e ON e.key = i.intent
        WHERE plan.id = ?
      ) AS item
      """;

  private static final String LIST =
      "SELECT * "
          + ITEMS
          + """
          WHERE ordinal > ? AND outcome = coalesce(?, outcome)
          ORDER BY ordinal
          LIMIT ?
          """;

  private static final String GROUPS =
      "SELECT outcome, reason, failure_group, count(*) AS rows "
          + ITEMS
          + """
          GROUP BY outcome, reason, failure_group
          ORDER BY rows DESC, outcome, reason, failure_group
          LIMIT ?
          """;

  private static final String COUNT = "SELECT count(*) AS rows " + ITEMS + "WHERE outcome = ?";

  private final Jdbc jdbc;

  PlanItemView(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  List<PlanItem> items(long plan, Optional<String> outcome, int after, int most) {
    return jdbc.query(
        "list what a plan is made of",
        LIST,
        binds -> binds.number(plan).number(after).text(outcome.orElse(null)).number(most),
        PlanItemView::item);
  }

  List<ItemGroup> groups(long plan, int most) {
    return jdbc.query(
        "group what a plan is made of",
        GROUPS,
        binds -> binds.number(plan).number(most),
        row ->
            new ItemGroup(
                row.getString("outcome"),
                Optional.ofNullable(row.getString("reason")),
                Optional.ofNullable(row.getString("failure_group")),
                row.getLong("rows")));
  }

  long count(long plan, String outcome) {
    return jdbc.query(
            "count what a plan is made of",
            COUNT,
            binds -> binds.number(plan).text(outcome),
            row -> row.getLong("rows"))
        .get(0);
  }

  private static PlanItem item(ResultSet row) throws SQLException {
    @Nullable UUID intent = row.getObject("intent", UUID.class);
    @Nullable String key = row.getString("key");
    return new PlanItem(
        row.getInt("ordinal"),
        intent == null ? Optional.of(row.getLong("item")) : Optional.empty(),
        Optional.ofNullable(intent),
        key == null ? Optional.empty() : Optional.of(new Identity(row.getString("consumer"), key)),
        Optional.ofNullable(row.getString("reason")),
        Optional.ofNullable(row.getString("failure_group")),
        row.getString("outcome"),
        Times.maybe(row, "settled_at"));
  }
}
