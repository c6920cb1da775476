// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

/** Faults put in on purpose: a model that does not see them proves nothing. */
enum Mutation {
  /** The product as it is. */
  NONE,
  /** A claim outlives the roll-back of its transaction. */
  CLAIM_FORGETS_ROLL_BACK,
  /** Every identity is claimed, whoever had it before. */
  CLAIM_FORGETS_DUPLICATES,
  /** The relay's late settlement counts, though its lease has passed on. */
  SETTLE_WITHOUT_FENCE,
  /** The relay sends each attempt under a key of its own. */
  KEY_OF_EACH_ATTEMPT,
  /** The message is gone once it is received. */
  AUTO_ACKNOWLEDGE,
  /** The intent is recorded beside the transaction. */
  INTENT_BESIDE_THE_TRANSACTION,
  /** Recovery does not find the log. */
  LOG_LOST,
  /** A lost connection in phase two is told as the end of the branch, as the driver does. */
  BRANCH_GIVEN_UP,
  /** Every failure counts as an attempt, that of a lost connection too. */
  TRANSIENT_FAULTS_ARE_BLAMED
}
