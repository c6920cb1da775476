// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

import java.util.List;
import java.util.OptionalInt;

/**
 * What a kill of the server left behind, read while the server was dead.
 *
 * @param number of the kill, from 1
 * @param inDatabase numbers of the transactions that PostgreSQL has prepared since the kill before
 * @param older how many it still holds from earlier kills
 * @param inBroker how many branches the broker has prepared
 * @param decided how many transactions the transaction manager's log wants committed; empty if it
 *     does not say
 */
record Crash(int number, List<String> inDatabase, int older, int inBroker, OptionalInt decided) {

  /**
   * What recovery made of the branches in the database.
   *
   * @param effects what the committed ones had reserved
   */
  record Recovered(int committed, long effects, int rolledBack) {}

  /** For people. */
  String leftInDoubt() {
    if (inDatabase.isEmpty() && older == 0 && inBroker == 0) {
      return "in doubt: nothing";
    }
    return "in doubt: %d prepared in PostgreSQL%s, %d in the broker%s"
        .formatted(
            inDatabase.size() + older,
            older == 0 ? "" : " (%d of an earlier kill)".formatted(older),
            inBroker,
            decided.isEmpty() ? "" : "; the log says commit for " + decided.getAsInt());
  }

  /** For people. */
  String ended(Recovered recovered) {
    return "recovery after kill %d: in PostgreSQL %d committed (effects: %,d), %d rolled back (their messages come again)"
        .formatted(number, recovered.committed(), recovered.effects(), recovered.rolledBack());
  }
}
