// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.policy;

/**
 * How much may share one transaction.
 *
 * @param messages the most messages; at least 1
 * @param bytes once their bodies have so many bytes, no further one joins; large messages are thus
 *     handled one at a time
 */
public record BatchLimit(int messages, long bytes) {

  /** The same, but of no more than {@code most} messages. */
  public BatchLimit atMost(int most) {
    return most < messages ? new BatchLimit(most, bytes) : this;
  }
}
