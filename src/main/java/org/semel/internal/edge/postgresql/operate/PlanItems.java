// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.semel.internal.edge.postgresql.ChosenRow;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.edge.postgresql.intent.ListedIntents;
import org.semel.internal.edge.postgresql.intent.ParkedIntents;
import org.semel.operations.Plan;
import org.semel.operations.RowVersion;
import org.semel.operations.Selection;

/** {@code semel_plan_item}: the messages or intents that were chosen when a plan was made. */
final class PlanItems {

  private static final String ITEMS =
      """
      INSERT INTO {schema}.semel_plan_item (plan, ordinal, item, version)
      SELECT ?, i.ordinal, i.item::bigint, i.version FROM unnest(?::int[], ?::text[], ?::bigint[]) AS i (ordinal, item, version)
      """;

  private static final String INTENTS =
      """
      INSERT INTO {schema}.semel_plan_item (plan, ordinal, intent, version)
      SELECT ?, i.ordinal, i.item::uuid, i.version FROM unnest(?::int[], ?::text[], ?::bigint[]) AS i (ordinal, item, version)
      """;

  private static final String LAST =
      """
      SELECT item FROM {schema}.semel_plan_item WHERE plan = ? AND item IS NOT NULL ORDER BY ordinal DESC LIMIT 1
      """;

  /** What is kept is never changed. */
  private static final RowVersion NEVER_CHANGED = new RowVersion(0);

  private final Jdbc jdbc;

  PlanItems(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  /** The chosen messages or intents, as they stand in this statement, the oldest first. */
  List<ChosenRow> choose(Selection selection) {
    return switch (selection.source()) {
      case PARKED ->
          new ParkedSearch(jdbc)
              .chosen(selection.consumer(), selection.which(), selection.after(), selection.most());
      case KEPT ->
          new KeptSearch(jdbc)
                  .ids(selection.consumer(), selection.kept(), selection.after(), selection.most())
                  .stream()
                  .map(id -> new ChosenRow(id.toString(), NEVER_CHANGED))
                  .toList();
      case RETRY_INTENTS, WITHDRAW_INTENTS, DELIVER_INTENTS ->
          new ParkedIntents(jdbc)
              .chosen(selection.destination(), selection.which(), selection.most());
      case RETRY_PENDING_INTENTS, WITHDRAW_PENDING_INTENTS ->
          new ListedIntents(jdbc)
              .chosen(selection.destination(), selection.pending(), selection.most());
    };
  }

  /** The last item of a plan: the one with the highest number. */
  Optional<Long> last(long plan) {
    return jdbc
        .query(
            "look for a plan's last message",
            LAST,
            binds -> binds.number(plan),
            row -> row.getLong("item"))
        .stream()
        .findFirst();
  }

  /** Records the chosen items, and returns {@code plan}. */
  Plan write(Plan plan, List<ChosenRow> items) {
    List<Integer> ordinals = IntStream.range(0, items.size()).boxed().toList();
    int written =
        jdbc.update(
            "write what a plan is made of",
            plan.source().isOfIntents() ? INTENTS : ITEMS,
            binds ->
                binds
                    .number(plan.id())
                    .numbers(ordinals, Integer::longValue)
                    .texts(items, ChosenRow::id)
                    .numbers(items, item -> item.seen().number()));
    if (written != items.size()) {
      throw new IllegalStateException(
          written + " of " + items.size() + " items were written; this is a defect of Semel");
    }
    return plan;
  }
}
