// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web.rest;

import java.util.HashMap;
import java.util.Map;
import org.semel.Code;
import org.semel.operations.DeadLetterActs.DeadLetterImport;
import org.semel.operations.GapActs.Loss;
import org.semel.operations.GapActs.SettingBack;
import org.semel.operations.Identities.Erasure;
import org.semel.operations.Identities.ForgetResult;
import org.semel.operations.Identities.Obstacle;
import org.semel.operations.Identities.Remembrance;
import org.semel.operations.IntentActs.Intervention;
import org.semel.operations.ParkedActs.WithdrawalResult;
import org.semel.operations.PauseActs.PauseResult;
import org.semel.operations.PauseActs.ResumeResult;
import org.semel.operations.PlanActs.ApprovalResult;
import org.semel.operations.PlanActs.Made;
import org.semel.operations.PlanActs.PlanTransition;
import org.semel.operations.ReleaseResult;
import org.semel.operations.StoredActs.SetAsideResult;

/**
 * The HTTP form of each answer of the operations: one status, and a code where nothing was done.
 */
enum HttpOutcome {
  /** It is done. */
  DONE(200, Code.ACT_UNDONE),
  /**
   * It will be done without the caller: a node is asked that can do it, or a worker has it next.
   */
  ACCEPTED(202, Code.ACT_UNDONE),
  /** It is not there. */
  ABSENT(404, Code.NOTHING_THERE),
  /** As things stand it cannot be done, and trying again does not help. */
  SETTLED(409, Code.ACT_NOT_POSSIBLE),
  /** Another party has it in hand; try again. */
  BUSY(409, Code.ACT_NOT_POSSIBLE),
  /** A policy forbids it. */
  FORBIDDEN(403, Code.ACT_NOT_POSSIBLE),
  /** It can be done in another application. */
  ELSEWHERE(421, Code.RUNS_ELSEWHERE),
  /** The route failed. */
  FAILED(422, Code.ACT_FAILED),
  /** Something that it needs is away; try again. */
  UNAVAILABLE(503, Code.ACT_NOT_POSSIBLE);

  private static final Map<Class<?>, HttpOutcome> OF = new HashMap<>();

  static {
    all(
        DONE,
        ReleaseResult.TookEffect.class,
        ReleaseResult.Absorbed.class,
        WithdrawalResult.Withdrawn.class,
        SetAsideResult.SetAside.class,
        DeadLetterImport.TakenIn.class,
        DeadLetterImport.Partly.class,
        DeadLetterImport.BrokenOff.class,
        Loss.Lost.class,
        SettingBack.SetBack.class,
        ForgetResult.Forgotten.class,
        Erasure.Erased.class,
        Remembrance.Added.class,
        Intervention.Done.class,
        Made.Frozen.class,
        PlanTransition.Entered.class,
        ApprovalResult.Approved.class,
        PauseResult.Paused.class,
        ResumeResult.Resumed.class);
    all(
        ABSENT,
        ReleaseResult.NotFound.class,
        WithdrawalResult.NotFound.class,
        SetAsideResult.NotFound.class,
        SettingBack.NotFound.class,
        ForgetResult.NotRemembered.class,
        Erasure.Nothing.class,
        Remembrance.UnknownConsumer.class,
        Intervention.NotFound.class,
        Made.Empty.class,
        Made.NoSuchConsumer.class,
        PlanTransition.NotFound.class,
        ApprovalResult.NoSuchPlan.class,
        PauseResult.UnknownTarget.class,
        ResumeResult.NoSuchTarget.class);
    all(
        SETTLED,
        ReleaseResult.Refused.class,
        ReleaseResult.AlreadySettled.class,
        ReleaseResult.Changed.class,
        ReleaseResult.PlanWaits.class,
        WithdrawalResult.AlreadySettled.class,
        WithdrawalResult.Changed.class,
        WithdrawalResult.TellsOfAGap.class,
        SetAsideResult.Ended.class,
        Loss.Closed.class,
        Loss.StillStored.class,
        Loss.StillParked.class,
        SettingBack.MessagesHeld.class,
        SettingBack.AlreadyThere.class,
        Remembrance.KeepsNoClaims.class,
        Remembrance.TooOld.class,
        Remembrance.Undecided.class,
        Obstacle.Parked.class,
        Obstacle.Waiting.class,
        Obstacle.IntentsOpen.class,
        Intervention.AlreadySettled.class,
        Intervention.Changed.class,
        Made.There.class,
        PlanTransition.NotFrom.class,
        PlanTransition.Unapproved.class,
        ApprovalResult.OtherSet.class,
        ApprovalResult.NotAwaited.class,
        PauseResult.AlreadyPaused.class,
        PauseResult.NotReceiving.class,
        ResumeResult.NotPaused.class);
    all(
        BUSY,
        ReleaseResult.Busy.class,
        WithdrawalResult.Busy.class,
        Loss.Busy.class,
        SettingBack.Busy.class,
        Intervention.Busy.class);
    all(ACCEPTED, ReleaseResult.Planned.class, ReleaseResult.Stored.class);
    all(FORBIDDEN, ReleaseResult.Forbidden.class, ApprovalResult.OwnPlan.class);
    all(ELSEWHERE, ReleaseResult.Elsewhere.class, DeadLetterImport.NotRunHere.class);
    all(FAILED, ReleaseResult.Failed.class);
    all(UNAVAILABLE, ReleaseResult.Unavailable.class);
  }

  private final int status;
  private final Code code;

  HttpOutcome(int status, Code code) {
    this.status = status;
    this.code = code;
  }

  private static void all(HttpOutcome outcome, Class<?>... answers) {
    for (Class<?> answer : answers) {
      OF.put(answer, outcome);
    }
  }

  /**
   * Of an answer of the operations.
   *
   * @throws IllegalStateException if no one has said what it is
   */
  static HttpOutcome of(Class<?> answer) {
    HttpOutcome outcome = OF.get(answer);
    if (outcome == null) {
      throw new IllegalStateException(answer.getName() + " has no status");
    }
    return outcome;
  }

  int status() {
    return status;
  }

  Code code() {
    return code;
  }

  /** Whether it was done, or will be without the caller. */
  boolean isDone() {
    return this == DONE || this == ACCEPTED;
  }

  /** Whether nothing was done, and the very same request may do it later. */
  boolean comesAgain() {
    return this == BUSY || this == UNAVAILABLE;
  }
}
