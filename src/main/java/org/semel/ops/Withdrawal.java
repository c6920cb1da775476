// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

/** The result of withdrawing a parked message. */
public sealed interface Withdrawal {

  /** It will not take effect. A claim that it holds stays, so that its duplicates are absorbed. */
  record Withdrawn() implements Withdrawal {}

  /** It was settled before, perhaps by another operator a moment ago. */
  record Settled(Case.State state) implements Withdrawal {}

  /** Another operator's act is in progress. */
  record InHand() implements Withdrawal {}

  /** No message has this number. */
  record Absent() implements Withdrawal {}
}
