// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

/** The result of withdrawing a parked message. */
public sealed interface WithdrawalResult {

  /** It will not take effect. A claim that it holds stays, so that its duplicates are absorbed. */
  record Withdrawn() implements WithdrawalResult {}

  /** It was settled before, perhaps by another operator a moment ago. */
  record Settled(ParkedCase.State state) implements WithdrawalResult {}

  /** Another operator's act is in progress. */
  record InHand() implements WithdrawalResult {}

  /** No message has this number. */
  record Absent() implements WithdrawalResult {}
}
