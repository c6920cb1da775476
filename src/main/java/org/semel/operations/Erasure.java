// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.util.List;

/** The result of erasing what is kept of an identity's messages. */
public sealed interface Erasure {

  /**
   * It is erased; the identity is still remembered, so that its duplicates are absorbed.
   *
   * @param rows in which there was something
   */
  record Erased(int rows) implements Erasure {}

  /** There was nothing to erase. */
  record Nothing() implements Erasure {}

  /** A message waits for a person; release or withdraw it first. */
  record Parked(long id) implements Erasure {}

  /** Its external effects may still happen; withdraw or settle them first. */
  record IntentsOpen(List<IntentRecord> intents) implements Erasure {}

  /** Its message has not taken effect yet. */
  record Waiting(Underway where) implements Erasure {}
}
