// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

/**
 * Why a message could not take effect and waits, parked, for a person. The names stand in the
 * database: never rename one.
 */
public enum ParkingReason {
  /** The policy's identity rule found no identity. */
  NO_IDENTITY,
  /** The key that the rule found is too long, or has control characters. */
  IDENTITY_INVALID,
  /** The identity rule reads JSON, and the body is not JSON. */
  NOT_JSON,
  /** The text holds half of a surrogate pair, which no UTF-8 can carry. */
  NOT_TEXT,
  /**
   * An object message, which only running a producer's classes could read; or a map or stream that
   * holds what Jakarta Messaging does not know.
   */
  TYPE_REFUSED,
  /** The broker's client or the identity rule failed to read it. */
  UNREADABLE,
  /** More headers, or larger ones, than the policy allows. */
  HEADERS_REFUSED,
  /** A body larger than the policy allows; its beginning is kept. */
  BODY_TOO_LARGE,
  /**
   * The identity, or the version of its aggregate, took effect before with another body: the
   * producer used a key twice.
   */
  CONFLICT,
  /**
   * The time of its identity is older than what is remembered, or too far ahead: whether it has
   * taken effect is unknown.
   */
  OUT_OF_TIME,
  /** Its time to live had passed when it was handled, by the database's clock. */
  EXPIRED,
  /** The route failed as often as the policy allows. */
  ATTEMPTS_EXHAUSTED,
  /** The route failed with an exception that the policy does not retry. */
  TERMINAL_FAILURE,
  /** An operator set it aside before it took effect. */
  SET_ASIDE,
  /**
   * Earlier versions are missing for longer than the policy waits. The message stays held; if they
   * arrive, all are released in order.
   */
  GAP,
  /**
   * Transient faults or crashes stopped it too often while it was alone and others took effect: the
   * message is the likely cause.
   */
  DELIVERIES_EXHAUSTED,
  /** The broker gave the message up; an operator imported it from the dead letters. */
  DEAD_LETTERED
}
