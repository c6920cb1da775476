// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

/**
 * What a plan would come to if it ran now, were no route to fail.
 *
 * @param fresh would go through the route; intents that are parked
 * @param absorbed took effect before, or are versions that are as old as their aggregate's or older
 * @param conflicting took effect before with another body, and would be refused
 * @param early lack a version before theirs, and would be refused
 * @param refused have no identity or one out of time, or only evidence of their body is kept
 * @param gone were released or withdrawn meanwhile; intents that are not parked any more
 * @param busy are held by somebody else at this moment, so that nobody can tell
 */
public record Outlook(
    int fresh, int absorbed, int conflicting, int early, int refused, int gone, int busy) {

  static final Outlook NOTHING = new Outlook(0, 0, 0, 0, 0, 0, 0);
  static final Outlook FRESH = new Outlook(1, 0, 0, 0, 0, 0, 0);
  static final Outlook ABSORBED = new Outlook(0, 1, 0, 0, 0, 0, 0);
  static final Outlook CONFLICTING = new Outlook(0, 0, 1, 0, 0, 0, 0);
  static final Outlook EARLY = new Outlook(0, 0, 0, 1, 0, 0, 0);
  static final Outlook REFUSED = new Outlook(0, 0, 0, 0, 1, 0, 0);
  static final Outlook GONE = new Outlook(0, 0, 0, 0, 0, 1, 0);
  static final Outlook BUSY = new Outlook(0, 0, 0, 0, 0, 0, 1);

  static Outlook ofIntents(int parked, int gone) {
    return new Outlook(parked, 0, 0, 0, 0, gone, 0);
  }

  Outlook plus(Outlook other) {
    return new Outlook(
        fresh + other.fresh,
        absorbed + other.absorbed,
        conflicting + other.conflicting,
        early + other.early,
        refused + other.refused,
        gone + other.gone,
        busy + other.busy);
  }
}
