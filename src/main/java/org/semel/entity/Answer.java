// SPDX-License-Identifier: Apache-2.0
package org.semel.entity;

import java.util.UUID;

/** The answer whether a message applies to an entity, from {@link AppliedOnce}. */
public sealed interface Answer<E> {

  /**
   * The message is ours to apply, in this transaction.
   *
   * @param entity managed, locked, and as the database has it; it stores the message's identity
   */
  record Ours<E>(E entity) implements Answer<E> {}

  /** The message took effect on this entity before. A success; change nothing. */
  record Duplicate<E>() implements Answer<E> {}

  /**
   * The entity has a later version. A success; change nothing.
   *
   * @param version that the entity has
   */
  record Stale<E>(long version) implements Answer<E> {}

  /**
   * Another message made this entity, or this version of it. One of the two is wrong: throw, so
   * that this message is parked.
   *
   * @param other digest of the other message's identity
   */
  record Conflict<E>(UUID other) implements Answer<E> {}

  /** There is no such entity to change. */
  record Absent<E>() implements Answer<E> {}
}
