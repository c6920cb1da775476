// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.semel.message.Identity;

/**
 * A message or an intent of a plan: what was chosen, and what became of it.
 *
 * @param ordinal its place in the plan, from 0
 * @param message its number among the parked or kept messages; empty for an intent
 * @param intent its key; empty for a message
 * @param identity whose it is; empty if it has none, or is not kept any more
 * @param reason why it is parked, as it stands now
 * @param group what failed alike, or an intent's last answer, as it stands now
 * @param outcome {@link #AS_CHOSEN}, {@link #CHANGED} or {@link #BEGUN}; once it is done, what
 *     became of it: TOOK_EFFECT, HELD, ABSORBED, REFUSED, FAILED, GONE, SETTLED, or what a later
 *     version of Semel has written
 * @param settled when it was done, by the database's clock
 */
public record PlanItem(
    int ordinal,
    Optional<Long> message,
    Optional<UUID> intent,
    Optional<Identity> identity,
    Optional<String> reason,
    Optional<String> group,
    String outcome,
    Optional<Instant> settled) {

  /** It waits for its turn, and is as it was when it was chosen. */
  public static final String AS_CHOSEN = "AS_CHOSEN";

  /** It has changed since, or is not there any more: when its turn comes it will be GONE. */
  public static final String CHANGED = "CHANGED";

  /** It was let go, and the plan waits for what becomes of it. */
  public static final String BEGUN = "BEGUN";

  /** The words that {@link #outcome} has in this version of Semel. */
  public static final Set<String> OUTCOMES =
      Set.of(
          AS_CHOSEN,
          CHANGED,
          BEGUN,
          "TOOK_EFFECT",
          "HELD",
          "ABSORBED",
          "REFUSED",
          "FAILED",
          "GONE",
          "SETTLED");

  /**
   * Those of a plan that stand alike.
   *
   * @param outcome as of each of them
   * @param rows how many
   */
  public record ItemGroup(
      String outcome, Optional<String> reason, Optional<String> group, long rows) {}

  /**
   * The contents of a plan.
   *
   * @param selection by what its messages or intents were chosen
   * @param groups by outcome, reason and failure; the largest hundred, the largest first
   * @param changed how many of those that wait for their turn have changed since they were chosen
   * @param first the first of the plan; empty if its items are not kept any more
   * @param last the last of the plan
   */
  public record PlanContents(
      Selection selection,
      List<ItemGroup> groups,
      long changed,
      Optional<PlanItem> first,
      Optional<PlanItem> last) {

    public PlanContents {
      groups = List.copyOf(groups);
    }
  }
}
