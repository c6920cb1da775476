// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.retention;

import java.time.Duration;

/**
 * How long one owner's rows are kept.
 *
 * @param kept which rows
 * @param owner name of the consumer or the destination, or {@link #SEMEL}
 * @param age by the database's clock, at least; a row may stay a while longer until a node sweeps
 */
public record RetentionRule(RetainedKind kept, String owner, Duration age) {

  /** The owner of what belongs to no consumer and no destination. */
  public static final String SEMEL = "semel";

  /** For ever, so that it replaces an earlier rule. */
  public static final Duration FOR_GOOD = Duration.ofDays(1_000_000);
}
