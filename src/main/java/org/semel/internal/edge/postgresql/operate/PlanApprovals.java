// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.operate;

import java.util.Optional;
import java.util.UUID;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.operations.Plan;
import org.semel.operations.Plan.Approval;
import org.semel.operations.Plan.State;
import org.semel.operations.PlanActs.ApprovalResult;

/**
 * The second persons in {@code semel_plan}. Checks of the table hold the same, but that they know
 * no more of names than letter case; see {@link
 * org.semel.internal.desk.operate.plan.ApprovalRule#isAnother}.
 */
record PlanApprovals(Jdbc jdbc) {

  private static final String APPROVE =
      """
      UPDATE {schema}.semel_plan
      SET approved_by = a.approver, approved_digest = a.seen
      FROM (SELECT ?::text AS approver, ?::uuid AS seen) AS a
      WHERE id = ? AND state = 'frozen' AND needs_approval AND approved_by IS NULL
        AND digest = a.seen AND lower(who) <> lower(a.approver)
      RETURNING
      """
          + PlanRow.COLUMNS;

  /** Empty if it may not be, or is not there. */
  Optional<ApprovalResult> approve(long id, UUID digest, String who) {
    return jdbc
        .query(
            "approve a plan",
            APPROVE,
            binds -> binds.text(who).uuid(digest).number(id),
            PlanRow::read)
        .stream()
        .<ApprovalResult>map(ApprovalResult.Approved::new)
        .findFirst();
  }

  /** Why a plan was not approved. */
  static ApprovalResult refused(Plan plan, UUID digest) {
    Plan.Progress progress = plan.progress();
    if (progress.state() != State.FROZEN || !(progress.approval() instanceof Approval.Awaited)) {
      return new ApprovalResult.NotAwaited(plan);
    }
    return progress.digest().equals(digest)
        ? new ApprovalResult.OwnPlan()
        : new ApprovalResult.OtherSet(progress.digest());
  }
}
