// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.claim;

/**
 * What is held against one identity. Only what ended alone in its transaction is counted: of
 * several, one may fail for what another left in the same JPA context.
 *
 * @param count failed attempts; 0 for a suspect: a message that was there when others failed with
 *     it
 * @param stops how often something that passes, or the end of its server, ended it alone, while
 *     others took effect
 * @param last the latest of them
 */
public record Failures(int count, int stops, Failure last) {

  /** Failed attempts only. */
  public Failures(int count, Failure last) {
    this(count, 0, last);
  }
}
