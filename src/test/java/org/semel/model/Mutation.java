// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import static org.semel.internal.engine.receive.policy.Protocol.ACK_AFTER_COMMIT;
import static org.semel.internal.engine.receive.policy.Protocol.STORE_FIRST;
import static org.semel.internal.engine.receive.policy.Protocol.XA;

import java.util.List;
import org.semel.internal.engine.receive.policy.Protocol;

/** Faults put in on purpose: a model that does not see them proves nothing. */
enum Mutation {
  /** The product as it is. */
  NONE,
  /** A claim outlives the roll-back of its transaction. */
  CLAIM_FORGETS_ROLL_BACK(XA, ACK_AFTER_COMMIT, STORE_FIRST),
  /** Every identity is claimed, whoever had it before. What is stored tells them apart too. */
  CLAIM_FORGETS_DUPLICATES(XA, ACK_AFTER_COMMIT),
  /** The relay's late settlement counts, though its lease has passed on. */
  SETTLE_WITHOUT_FENCE(XA),
  /** An intent is sent, and nobody writes before that it may have been. */
  SENT_WITHOUT_A_MARK(XA),
  /** The relay sends each attempt under a key of its own. */
  KEY_OF_EACH_ATTEMPT(XA),
  /** The message is gone once it is received. */
  AUTO_ACKNOWLEDGE(XA, ACK_AFTER_COMMIT, STORE_FIRST),
  /** The message is acknowledged, and then the database commits. */
  ACKNOWLEDGED_BEFORE_THE_COMMIT(ACK_AFTER_COMMIT, STORE_FIRST),
  /** The message is acknowledged though the database has rolled back. */
  ACKNOWLEDGED_THOUGH_UNDONE(ACK_AFTER_COMMIT, STORE_FIRST),
  /** The intent is recorded beside the transaction. */
  INTENT_BESIDE_THE_TRANSACTION(XA, ACK_AFTER_COMMIT, STORE_FIRST),
  /** Recovery does not find the log. */
  LOG_LOST(XA),
  /** A lost connection in phase two is told as the end of the branch, as the driver does. */
  BRANCH_GIVEN_UP(XA),
  /** Every failure counts as an attempt, that of a lost connection too. */
  TRANSIENT_FAULTS_ARE_BLAMED(XA, ACK_AFTER_COMMIT, STORE_FIRST),
  /** What the route writes after its transaction has lasted too long stays. */
  LATE_WRITES_STAY(XA, ACK_AFTER_COMMIT, STORE_FIRST),
  /** A late worker's write counts, though another one has taken the message over. */
  WORK_WITHOUT_FENCE(STORE_FIRST),
  /** What a worker that died had in hand stays his. */
  LEASES_LAST_FOR_EVER(STORE_FIRST),
  /** A stored message's end is written beside the transaction of its effect. */
  COMPLETED_BESIDE_THE_TRANSACTION(STORE_FIRST),
  /** That a step is finished is written beside the transaction of its effect. */
  STEP_BESIDE_THE_TRANSACTION(STORE_FIRST),
  /** A message whose worker died has failed. */
  A_CRASH_IS_AN_ATTEMPT(STORE_FIRST);

  @SuppressWarnings("ImmutableEnumChecker") // nobody changes it
  private final List<Protocol> protocols;

  Mutation(Protocol... protocols) {
    this.protocols = List.of(protocols);
  }

  /** Those that it breaks. */
  List<Protocol> protocols() {
    return protocols;
  }
}
