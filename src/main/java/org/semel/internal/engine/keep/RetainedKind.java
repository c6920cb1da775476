// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

/**
 * The kinds of rows that are kept for a time, in the order in which they are forgotten: a message
 * that can be replayed goes before the identity that would absorb it. The names stand in the
 * database; never change one.
 */
public enum RetainedKind {
  /** Messages that took effect and were kept, as long as claims or shorter. */
  BODY,
  /** Identities that took effect, for as long as a consumer's policy remembers. */
  CLAIM,
  /** Notes of duplicates that were absorbed, as long as claims or shorter. */
  DUPLICATE,
  /** Names that routes gave to their effects, as long as claims or shorter. */
  EFFECT,
  /** Failures of messages that never came again, as long as claims. */
  ATTEMPT,
  /** Intents that were delivered, as long as a destination's policy keeps evidence. */
  INTENT,
  /** Identities in partitions of a day each, which are emptied as a whole; counted in days. */
  WINDOW,
  /** Messages that were parked, and were released or withdrawn, as long as the policy says. */
  PARKED,
  /** Messages that were stored first and have ended, as long as the policy says. */
  STORED,
  /**
   * Aggregates whose versions are kept in order, and which rest, where a consumer's policy says.
   */
  AGGREGATE,
  /** Messages of replay plans that are over, as long as the audit. */
  PLAN_ITEM,
  /** Replay plans that are over and whose messages are forgotten, as long as the audit. */
  PLAN,
  /**
   * Acts of operators, as long as Semel's own policy says; their owner is {@link
   * RetentionRule#SEMEL}.
   */
  AUDIT,
  /** Requests over HTTP that acted, for a day; their owner is {@link RetentionRule#SEMEL}. */
  REQUEST;

  /**
   * Whether a shorter rule counts at once: for contents, traces and requests, and not for what is
   * remembered or was done.
   */
  public boolean shrinksAtOnce() {
    return switch (this) {
      case BODY, DUPLICATE, EFFECT, ATTEMPT, REQUEST -> true;
      case CLAIM, INTENT, WINDOW, PARKED, STORED, AGGREGATE, PLAN_ITEM, PLAN, AUDIT -> false;
    };
  }
}
