// SPDX-License-Identifier: Apache-2.0
package org.semel.mutation;

import java.util.Locale;

/**
 * How many of a room's mutants its tests found.
 *
 * @param room what {@link Room} says
 * @param mutants how many were made
 * @param reached by how many of them a test passes
 * @param found how many made a test fail, or run out of time
 */
record Score(String room, int mutants, int reached, int found) {

  /** Of those that a test reaches, in percent; 100 where there is none. */
  double strength() {
    return percent(found, reached);
  }

  /** Of all, in percent; 100 where there is none. */
  double ofAll() {
    return percent(found, mutants);
  }

  Score plus(Score other) {
    return new Score(room, mutants + other.mutants, reached + other.reached, found + other.found);
  }

  /** A row of the table that {@link MutationReport} writes. */
  String row() {
    return String.format(
        Locale.ROOT,
        "| `%s` | %d | %d | %d | %.0f %% | %.0f %% |",
        room,
        mutants,
        found,
        mutants - reached,
        strength(),
        ofAll());
  }

  private static double percent(int part, int whole) {
    return whole == 0 ? 100 : 100.0 * part / whole;
  }
}
