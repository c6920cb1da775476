// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.postgresql.claim;

import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.semel.internal.edge.postgresql.Binds;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.message.Identity;

/**
 * An offer, and the key of its row.
 *
 * @param id the row's identity
 * @param day the row's day, since 1970
 */
record ClaimRow(Offer offer, UUID id, long day) {

  /** For a table without days. */
  static ClaimRow of(Offer offer) {
    return new ClaimRow(offer, offer.identity().digest(), 0);
  }

  Identity identity() {
    return offer.identity();
  }

  int slot() {
    return DayPartitions.of(day);
  }

  /** Binds consumer, key and fingerprint of {@code rows}, in this order. */
  static Binds bind(List<ClaimRow> rows, Binds binds) throws SQLException {
    return binds
        .texts(rows, row -> row.identity().consumer())
        .texts(rows, row -> row.identity().key())
        .byteArrays(rows, row -> row.offer().fingerprint().bytes());
  }

  /** The first entry of each identity: a statement cannot meet its own rows. */
  static List<ClaimRow> firsts(Collection<ClaimRow> entries) {
    Map<UUID, ClaimRow> firsts = new LinkedHashMap<>();
    entries.forEach(entry -> firsts.putIfAbsent(entry.id, entry));
    return List.copyOf(firsts.values());
  }
}
