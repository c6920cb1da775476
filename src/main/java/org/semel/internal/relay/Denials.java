// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.semel.internal.intent.Lease;
import org.semel.internal.relay.Delivery.Denied.Extent;

/**
 * Tells an intent that a provider will not have from a provider that will have none. Who was denied
 * is remembered in bounded memory, until it is admitted. For one thread at a time.
 */
final class Denials {

  /** So many different ones, and nobody admitted in between, are all. */
  private static final int IN_A_ROW = 5;

  private static final int MOST = 1_000;

  private final Set<UUID> row = new HashSet<>();
  private final Map<UUID, Extent> met = new LinkedHashMap<>();

  /** What a denial means. */
  enum Meaning {
    /** Nobody can say yet. */
    OPEN,
    /** The provider will not have this one, and takes others. */
    THIS_ONE,
    /** The provider lets nobody in. */
    ALL
  }

  /** This one was denied, while others are sent. */
  Meaning met(Lease lease, Extent extent) {
    UUID key = lease.intent().key();
    Extent before = met.get(key);
    boolean again = before != null && (extent == Extent.UNSAID || before == extent);
    row.add(key);
    if (row.size() >= IN_A_ROW || (extent == Extent.ALL && !again)) {
      row.clear();
      remember(key, extent);
      return Meaning.ALL;
    }
    remember(key, extent);
    return again ? Meaning.THIS_ONE : Meaning.OPEN;
  }

  /**
   * This one was denied while nobody was let in. If it is meant for all, who is denied so again
   * while others are let in is so for its own sake; what says nothing of that proves nothing.
   */
  void metByAll(Lease lease, Extent extent) {
    if (extent == Extent.ALL) {
      remember(lease.intent().key(), extent);
    }
  }

  /**
   * This one was not. Where nobody is remembered it is not asked for its key, which costs a digest.
   */
  void admitted(Lease lease) {
    row.clear();
    if (!met.isEmpty()) {
      met.remove(lease.intent().key());
    }
  }

  private void remember(UUID key, Extent extent) {
    met.merge(key, extent, (one, other) -> one == Extent.ALL ? one : other);
    if (met.size() > MOST) {
      met.remove(met.keySet().iterator().next());
    }
  }
}
