// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

/**
 * The result that a plan would have if it ran now and no route failed.
 *
 * @param fresh would go through the route; intents that are parked
 * @param absorbed took effect before, or are versions that are as old as their aggregate's or older
 * @param conflicting took effect before with another body, and would be refused
 * @param early lack a version before theirs, and would be refused
 * @param refused have no identity or one out of time, or only evidence of their body is kept
 * @param gone were released or withdrawn meanwhile; intents that are not parked any more
 * @param busy are held by another transaction, so that it is not known
 */
public record DryRunReport(
    int fresh, int absorbed, int conflicting, int early, int refused, int gone, int busy) {

  /** Of no messages. */
  public static final DryRunReport NOTHING = new DryRunReport(0, 0, 0, 0, 0, 0, 0);

  /** This and {@code other} together. */
  public DryRunReport plus(DryRunReport other) {
    return new DryRunReport(
        fresh + other.fresh,
        absorbed + other.absorbed,
        conflicting + other.conflicting,
        early + other.early,
        refused + other.refused,
        gone + other.gone,
        busy + other.busy);
  }
}
