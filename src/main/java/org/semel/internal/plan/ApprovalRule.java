// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.plan;

/**
 * When a plan needs a second person.
 *
 * @param from how many items on; 0: never. A plan of one item never needs one: it is what a single
 *     release becomes whose consumer runs on another node.
 */
public record ApprovalRule(int from) {

  /** No plan does. */
  public static final ApprovalRule NONE = new ApprovalRule(0);

  /** Whether a plan of so many items does. */
  public boolean asksFor(int size) {
    return from > 0 && size > 1 && size >= from;
  }
}
