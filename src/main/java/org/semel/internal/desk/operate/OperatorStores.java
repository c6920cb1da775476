// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate;

import org.semel.internal.desk.operate.gaps.Gaps;
import org.semel.internal.desk.operate.identities.Records;
import org.semel.internal.desk.operate.indoubt.InDoubtView;
import org.semel.internal.desk.operate.intents.Interventions;
import org.semel.internal.desk.operate.kept.KeptMessages;
import org.semel.internal.desk.operate.parked.ParkedCases;
import org.semel.internal.desk.operate.pause.Pauses;
import org.semel.internal.desk.operate.plan.PlanLeases;
import org.semel.internal.desk.operate.plan.Plans;
import org.semel.internal.engine.receive.claim.AttemptStore;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.ParkedStore;
import org.semel.internal.engine.receive.rows.StoredMessages;

/** The stores that operators' acts read and change: those of one database. */
public interface OperatorStores {

  /** Parked messages. */
  ParkedCases cases();

  /** What is known of identities and intents. */
  Records records();

  /** Attempts that failed. */
  AttemptStore attempts();

  /** Acts upon intents. */
  Interventions interventions();

  /** Waiting messages and intents, counted. */
  Backlog backlog();

  /** Plans, as people work on them. */
  Plans plans();

  /** Plans, as nodes work on them. */
  PlanLeases planLeases();

  /** Messages that took effect and were kept. */
  KeptMessages kept();

  /** Brings the database into a transaction before the broker. */
  ClaimStore claims();

  /** Where dead letters are parked. */
  ParkedStore parking();

  /** Gaps between versions. */
  Gaps gaps();

  /** What is paused. */
  Pauses pauses();

  /** What is prepared in the database. */
  InDoubtView inDoubt();

  /** Messages that are stored first. */
  StoredMessages stored();
}
