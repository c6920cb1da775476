// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import org.semel.estate.Postgres;

/** What PostgreSQL has written to its log, and how often it forced it to disk. */
record Wal(long bytes, long syncs) {

  static Wal untilNow(Postgres postgres) {
    return new Wal(
        postgres.number("SELECT wal_bytes FROM pg_stat_wal"),
        postgres.number("SELECT wal_sync FROM pg_stat_wal"));
  }

  Wal since(Wal before) {
    return new Wal(bytes - before.bytes, syncs - before.syncs);
  }
}
