// SPDX-License-Identifier: Apache-2.0
package org.semel.size;

import org.semel.estate.Postgres;

/**
 * Bytes of the write-ahead log for each message.
 *
 * @param rows what describes the change, commits included
 * @param pages pages that are written in full, as they were changed for the first time after a
 *     checkpoint
 */
record Log(double rows, double pages) {

  double all() {
    return rows + pages;
  }

  static Log between(Postgres postgres, String from, String to, long messages) {
    postgres.execute("CREATE EXTENSION IF NOT EXISTS pg_walinspect");
    long all = postgres.number("SELECT ?::pg_lsn - ?::pg_lsn", to, from);
    long pages =
        postgres.number(
            "SELECT sum(fpi_size) FROM pg_get_wal_stats(?::pg_lsn, ?::pg_lsn)", from, to);
    return new Log((double) (all - pages) / messages, (double) pages / messages);
  }
}
