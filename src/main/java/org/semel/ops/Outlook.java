// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

/**
 * What a plan would come to if it ran now, were no route to fail.
 *
 * @param fresh would go through the route
 * @param absorbed took effect before
 * @param conflicting took effect before with another body, and would be refused
 * @param refused have no identity, or only evidence of their body is kept
 * @param gone were released or withdrawn meanwhile
 */
public record Outlook(int fresh, int absorbed, int conflicting, int refused, int gone) {

  static final Outlook NOTHING = new Outlook(0, 0, 0, 0, 0);

  Outlook plus(Outlook other) {
    return new Outlook(
        fresh + other.fresh,
        absorbed + other.absorbed,
        conflicting + other.conflicting,
        refused + other.refused,
        gone + other.gone);
  }
}
