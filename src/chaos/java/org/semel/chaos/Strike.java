// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

/**
 * One kill of the plan.
 *
 * @param number from 1
 * @param target who is killed
 * @param node which of the servers is killed, or aimed at, from 0
 * @param moment when
 * @param again whether it comes while the one before is being recovered from
 */
record Strike(int number, Target target, int node, Moment moment, boolean again) {

  /** Who is killed. */
  enum Target {
    SERVER,
    BROKER,
    DATABASE;

    String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /** When. */
  sealed interface Moment {

    /** At whatever the target is doing {@code share} of the way through its part of the work. */
    record ByChance(double share) implements Moment {}

    /**
     * When a thread of the server is in this window.
     *
     * @param skip so many pass it unharmed before
     */
    record InWindow(String window, int skip) implements Moment {}
  }

  /** Who is killed, in words; the only server, and the first of several, has no number. */
  String whom() {
    return target.word() + (target == Target.SERVER && node > 0 ? " " + (node + 1) : "");
  }

  String where() {
    return moment instanceof Moment.InWindow in ? in.window() : "by chance";
  }
}
