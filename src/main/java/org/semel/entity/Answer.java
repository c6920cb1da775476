// SPDX-License-Identifier: Apache-2.0
package org.semel.entity;

import java.util.UUID;

/** What {@link AppliedOnce} says to a message. */
public sealed interface Answer<E> {

  /**
   * Ours to apply, in this transaction.
   *
   * @param entity managed, locked, and as it stands in the database; it has the message's identity
   */
  record Ours<E>(E entity) implements Answer<E> {}

  /** The entity is this message's effect already. A success; change nothing. */
  record Duplicate<E>() implements Answer<E> {}

  /**
   * The entity has a later version. A success; change nothing.
   *
   * @param version that it has
   */
  record Stale<E>(long version) implements Answer<E> {}

  /**
   * Another message has made this very entity, or this version of it. Throw, so that it is parked:
   * one of the two is wrong.
   *
   * @param other digest of that message's identity
   */
  record Conflict<E>(UUID other) implements Answer<E> {}

  /** There is no such entity to change. */
  record Absent<E>() implements Answer<E> {}
}
