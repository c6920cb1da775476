// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.policy;

import java.time.Duration;

/**
 * The limit of what may share one transaction.
 *
 * @param messages the most messages; at least 1
 * @param bytes once their bodies have so many bytes, no further one joins; large messages are thus
 *     handled one at a time
 * @param time once receiving has lasted so long, no further one joins; what is left of the
 *     transaction's time is for handling them
 */
public record BatchLimit(int messages, long bytes, Duration time) {

  /** A limit without a bound on the time of receiving: a day. */
  public BatchLimit(int messages, long bytes) {
    this(messages, bytes, Duration.ofDays(1));
  }

  /** The same, received within {@code most}. */
  public BatchLimit within(Duration most) {
    return new BatchLimit(messages, bytes, most);
  }

  /** The same, but of so many messages. */
  public BatchLimit of(int count) {
    return new BatchLimit(count, bytes, time);
  }

  /** The same, but of no more than {@code most} messages. */
  public BatchLimit atMost(int most) {
    return most < messages ? of(most) : this;
  }
}
