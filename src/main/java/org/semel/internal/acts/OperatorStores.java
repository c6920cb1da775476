// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.acts;

import org.semel.internal.claim.AttemptStore;
import org.semel.internal.claim.ClaimStore;
import org.semel.internal.claim.ParkedStore;
import org.semel.internal.indoubt.InDoubtView;
import org.semel.internal.operate.Backlog;
import org.semel.internal.operate.Gaps;
import org.semel.internal.operate.Interventions;
import org.semel.internal.operate.KeptMessages;
import org.semel.internal.operate.ParkedCases;
import org.semel.internal.operate.Pauses;
import org.semel.internal.operate.Records;
import org.semel.internal.plan.PlanLeases;
import org.semel.internal.plan.Plans;
import org.semel.internal.stored.StoredMessages;

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
