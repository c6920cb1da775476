// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.claim;

/**
 * The failures of one identity. Only attempts alone in their transaction count: of several
 * messages, one may fail because of what another left in the same JPA context.
 *
 * @param count failed attempts; 0 for a suspect, a message of a batch that failed
 * @param stops how often a transient fault, or a crash of its server, stopped it alone while others
 *     took effect
 * @param last the latest of them
 */
public record Failures(int count, int stops, Failure last) {

  /** Failed attempts only. */
  public Failures(int count, Failure last) {
    this(count, 0, last);
  }
}
