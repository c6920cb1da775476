// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

import java.time.Duration;

/**
 * The time for which one owner's rows are kept.
 *
 * @param kept which rows
 * @param owner name of the consumer or the destination, or {@link #SEMEL}; of a consumer that
 *     relies on intents, see {@link #relyingOnIntents}
 * @param age by the database's clock, at least; a row may stay a while longer until a node sweeps
 */
public record RetentionRule(RetainedKind kept, String owner, Duration age) {

  /** The owner of what belongs to no consumer and no destination. */
  public static final String SEMEL = "semel";

  /** No rule may be shorter. */
  private static final Duration SHORTEST = Duration.ofHours(1);

  /** For ever, so that it replaces an earlier rule. */
  public static final Duration FOR_GOOD = Duration.ofDays(1_000_000);

  /**
   * A consumer of which nothing but its intents remembers that a message took effect: those that it
   * has recorded are kept for at least {@code age}, and an hour at least, whichever application
   * delivers them.
   */
  public static RetentionRule relyingOnIntents(String consumer, Duration age) {
    Duration atLeast = age.compareTo(SHORTEST) < 0 ? SHORTEST : age;
    return new RetentionRule(RetainedKind.INTENT, "inbox:" + consumer, atLeast);
  }
}
