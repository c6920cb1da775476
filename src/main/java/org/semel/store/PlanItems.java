// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.semel.ops.Plan;
import org.semel.ops.Selection;

/** {@code semel_plan_item}: the messages of a plan, as they are chosen when it is made. */
final class PlanItems {

  private static final String CHOOSE_PARKED =
      """
      SELECT id FROM semel_parked
      WHERE consumer = ? AND state = 'parked' AND (?::text IS NULL OR reason = ?) AND id > ?
      ORDER BY id
      LIMIT ?
      """;

  private static final String CHOOSE_KEPT =
      """
      SELECT id FROM semel_body AS b
      WHERE NOT
      """
          + KeptMessages.OVER
          + """
          AND consumer = ? AND id > ?
          ORDER BY id
          LIMIT ?
          """;

  private static final String ITEMS =
      """
      INSERT INTO semel_plan_item (plan, ordinal, item)
      SELECT ?, i.ordinal, i.item FROM unnest(?::int[], ?::bigint[]) AS i (ordinal, item)
      """;

  private static final String LAST =
      """
      SELECT item FROM semel_plan_item WHERE plan = ? ORDER BY ordinal DESC LIMIT 1
      """;

  private final Jdbc jdbc;

  PlanItems(Jdbc jdbc) {
    this.jdbc = jdbc;
  }

  /** The numbers of the messages that are meant, the oldest first. */
  List<Long> choose(Selection selection) {
    @Nullable String reason = selection.reason().map(Enum::name).orElse(null);
    return switch (selection.source()) {
      case PARKED ->
          jdbc.query(
              "choose parked messages",
              CHOOSE_PARKED,
              binds ->
                  binds
                      .text(selection.consumer())
                      .text(reason)
                      .text(reason)
                      .number(selection.after())
                      .number(selection.most()),
              row -> row.getLong("id"));
      case KEPT ->
          jdbc.query(
              "choose kept messages",
              CHOOSE_KEPT,
              binds ->
                  binds
                      .text(selection.consumer())
                      .number(selection.after())
                      .number(selection.most()),
              row -> row.getLong("id"));
    };
  }

  /** The last of a plan, which has the highest number. */
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

  /** Writes down whose messages they are; {@code plan} itself. */
  Plan write(Plan plan, List<Long> ids) {
    List<Integer> ordinals = IntStream.range(0, ids.size()).boxed().toList();
    int written =
        jdbc.update(
            "write a plan's messages",
            ITEMS,
            binds ->
                binds
                    .number(plan.id())
                    .numbers(ordinals, Integer::longValue)
                    .numbers(ids, id -> id));
    if (written != ids.size()) {
      throw new IllegalStateException(
          written + " of " + ids.size() + " messages were written; this is a defect of Semel");
    }
    return plan;
  }
}
