// SPDX-License-Identifier: Apache-2.0
package org.semel.store;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.semel.inbox.Offer;
import org.semel.message.Identity;

/**
 * An offer, and where its row lies.
 *
 * @param id the row's identity
 * @param day the row's day, since 1970
 */
record Entry(Offer offer, UUID id, long day) {

  /** Of a table that has no days. */
  static Entry of(Offer offer) {
    return new Entry(offer, offer.identity().digest(), 0);
  }

  Identity identity() {
    return offer.identity();
  }

  int slot() {
    return Slots.of(day);
  }

  /** The first entry of each identity: a statement cannot meet its own rows. */
  static List<Entry> firsts(Collection<Entry> entries) {
    Map<UUID, Entry> firsts = new LinkedHashMap<>();
    entries.forEach(entry -> firsts.putIfAbsent(entry.id, entry));
    return List.copyOf(firsts.values());
  }
}
