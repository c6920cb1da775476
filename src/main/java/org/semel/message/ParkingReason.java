// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

/**
 * Why a message could not take effect and waits, parked, for a person. The names stand in the
 * database: never rename one.
 */
public enum ParkingReason {
  /** The policy's identity rule found nothing to tell this message from another. */
  NO_IDENTITY,
  /** What the rule found cannot serve as a key: blank, too long, or with control characters. */
  IDENTITY_INVALID,
  /** The body was to be read as JSON for its identity and cannot be. */
  NOT_JSON,
  /** The text holds half of a surrogate pair, which no UTF-8 can carry. */
  NOT_TEXT,
  /**
   * An object message, which only running a producer's classes could read; or a map or stream that
   * holds what Jakarta Messaging does not know.
   */
  TYPE_REFUSED,
  /**
   * Something in it cannot be read at all: by the broker's client, or by the policy's identity
   * rule.
   */
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
   * The time that it carries lies before all that is remembered, or too far ahead: nobody can tell
   * whether it has taken effect.
   */
  OUT_OF_TIME,
  /** Its time to live had passed when its turn came, by the database's clock. */
  EXPIRED,
  /** The route failed as often as the policy allows. */
  ATTEMPTS_EXHAUSTED,
  /** The route failed with an exception that the policy says is not worth another attempt. */
  TERMINAL_FAILURE,
  /** A person set it aside before it took effect. */
  SET_ASIDE,
  /**
   * Versions before this one are missing for longer than the policy waits. The message itself waits
   * on; should they come, all are released in order.
   */
  GAP,
  /**
   * Something that usually passes, or the end of its server, ended it so often while it was alone,
   * and others took effect, that it must be the message.
   */
  DELIVERIES_EXHAUSTED,
  /** The broker had given up on the message; an operator took it in from the dead letters. */
  DEAD_LETTERED
}
