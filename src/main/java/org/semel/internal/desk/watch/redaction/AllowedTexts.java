// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.redaction;

import java.util.Set;

/** Components of records whose texts never quote payload, and are shown to all who may look. */
final class AllowedTexts {

  private static final Set<String> COMPONENTS =
      Set.of(
          "AuditEntry.Noted.outcome",
          "AuditEntry.Noted.subject",
          "AuditEntry.Subject.name",
          "AuditEntry.outcome",
          "BacklogCount.owner",
          "BacklogCount.state",
          "BodyView.NothingOfIt.digest",
          "BodyView.ShownField.at",
          "BodyView.ShownField.text",
          "ConsumerName.Known.keyForm",
          "ConsumerName.Known.name",
          "ConsumerName.Known.rule",
          "DeadLetterActs.DeadLetterImport.BrokenOff.kind",
          "DeadLetterActs.DeadLetterImport.BrokenOff.left",
          "DeadLetterActs.DeadLetterImport.NotRunHere.consumer",
          "DeadLetterActs.DeadLetterImport.Partly.left",
          "Dossier.FailedAttempts.kind",
          "Dossier.NamedEffect.name",
          "Dossier.NamedEffect.transaction",
          "Dossier.Remembered.transaction",
          "ParkedActs.FailureGroup.consumer",
          "ParkedActs.FailureGroup.group",
          "Identity.consumer",
          "Identity.key",
          "InDoubtTransaction.GlobalBranch.id",
          "InDoubtTransaction.GlobalBranch.node",
          "InDoubtTransaction.gid",
          "InDoubtTransaction.role",
          "InDoubtTransaction.tables",
          "ResourceSight.name",
          "ResourceSight.why",
          "IntentActs.Intervention.Done.destination",
          "IntentActs.IntentGroup.destination",
          "IntentActs.IntentGroup.group",
          "IntentActs.IntentGroup.reason",
          "IntentRecord.Address.destination",
          "IntentRecord.Address.name",
          "IntentRecord.Answers.last",
          "IntentRecord.Answers.reason",
          "OperatorContext.who",
          "OperatorContext.why",
          "Origin.destination",
          "Origin.messageId",
          "ParkedCase.Cause.group",
          "ParkedCase.consumer",
          "PauseActs.Target.name",
          "KeptActs.KeptFilter.keys",
          "KeptActs.KeptFilter.messageId",
          "ParkedFilter.group",
          "ParkedFilter.keys",
          "ParkedFilter.messageId",
          "ParkedFilter.reason",
          "Plan.consumer",
          "Plan.Approval.ApprovedBy.who",
          "PlanItem.ItemGroup.group",
          "PlanItem.ItemGroup.outcome",
          "PlanItem.ItemGroup.reason",
          "PlanItem.group",
          "PlanItem.outcome",
          "PlanItem.reason",
          "Selection.consumer",
          "ReleaseResult.Elsewhere.consumer",
          "ReleaseResult.Failed.kind",
          "ReleaseResult.Forbidden.consumer",
          "ReleaseResult.PlanWaits.consumer",
          "ReleaseResult.Planned.consumer",
          "Underway.Stored.step",
          "Finder.Hit.target",
          "Finder.Hit.what",
          "GeneralEndpoints.Index.links",
          "GeneralEndpoints.Index.user",
          "GeneralEndpoints.RoleScope.consumers",
          "GeneralEndpoints.RoleScope.destinations",
          "Listing.next",
          "NodeEndpoints.OfNode.node",
          "NodeEndpoints.OfNode.scope",
          "NodeEndpoints.Registered.name",
          "NodeEndpoints.Registered.keyForm",
          "NodeEndpoints.Registered.rule",
          "ConsumerStatus.name",
          "ConsumerStatus.ConsumerState.AwaitingProof.cause",
          "ConsumerStatus.ConsumerState.PausedByOutage.cause",
          "ConsumerStatus.ConsumerState.RefusedByProof.codes",
          "Diagnosis.Observation.code",
          "Diagnosis.Observation.finding",
          "Diagnosis.Observation.meaning",
          "Diagnosis.Observation.of",
          "Diagnosis.Observation.remedy",
          "Diagnosis.node",
          "DestinationStatus.name",
          "DestinationStatus.DestinationState.AccessDenied.why",
          "DestinationStatus.DestinationState.DatabaseAway.cause");

  private AllowedTexts() {}

  /**
   * Whether a text is shown.
   *
   * @param component name of the record and of its component
   */
  static boolean contain(String component) {
    return COMPONENTS.contains(component);
  }
}
