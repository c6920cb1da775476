// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

/**
 * What one run of one variant came to.
 *
 * @param perSecond messages that took effect, between the first tenth and the last twentieth
 * @param walBytes of PostgreSQL, per message
 * @param walSyncs of PostgreSQL, per message
 * @param spent processor time per message
 */
record Cell(double perSecond, double walBytes, double walSyncs, PerMessage spent) {

  /**
   * In microseconds.
   *
   * @param server of the application server and its broker
   * @param database of PostgreSQL
   */
  record PerMessage(double server, double database) {

    static PerMessage of(Spent spent, int messages) {
      return new PerMessage(
          spent.server().toNanos() / 1e3 / messages, spent.database().toNanos() / 1e3 / messages);
    }
  }

  double serverTime() {
    return spent.server();
  }

  double databaseTime() {
    return spent.database();
  }
}
