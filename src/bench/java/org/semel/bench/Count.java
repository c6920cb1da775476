// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import org.semel.bench.Variant.Load;

/**
 * What was counted, per message, while nobody took the time.
 *
 * @param variant whose
 * @param roundTrips to the database
 * @param transactions of the transaction manager
 * @param forced writes: of PostgreSQL, and of broker and transaction log
 * @param allocated bytes, of the threads of the server, while the stop-watch ran: without what the
 *     start of the receiver and its start-up proof cost once
 */
record Count(
    String variant, double roundTrips, double transactions, Forced forced, double allocated) {

  /**
   * Writes that must reach the disk before anything goes on.
   *
   * @param database PostgreSQL's, as it counts them
   * @param others one of the transaction log and two of the broker, prepare and commit, for each
   *     transaction
   */
  record Forced(double database, double others) {

    double all() {
      return database + others;
    }
  }

  /** Runs a variant over a queue that was filled before, and counts. */
  static Count of(Variant variant, Estate estate, Turns turns) {
    Track track = new Track(estate);
    Load load = new Load(variant.load().messages() / 4, 0, 0);
    estate.empty();
    track.fill(load);
    Wal wal = Wal.untilNow(estate.postgres);
    long roundTrips = turns.count();
    long committed = estate.wildFly().management().committed();
    track.start(variant.receiver());
    track.awaitEmpty();
    double bytes = Long.parseLong(track.orders().give("allocated"));
    track.stop(variant.receiver());
    estate.awaitQuiet();
    double per = load.messages();
    double transactions = (estate.wildFly().management().committed() - committed) / per;
    double syncs = Wal.untilNow(estate.postgres).since(wal).syncs() / per;
    return new Count(
        variant.name(),
        (turns.count() - roundTrips) / per,
        transactions,
        new Forced(syncs, 3 * transactions),
        bytes / Track.stretch(load.effects()));
  }
}
