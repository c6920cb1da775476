// SPDX-License-Identifier: Apache-2.0
package org.semel.relay;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.semel.relay.Delivery.Denied.Extent;

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
  Meaning met(UUID key, Extent extent) {
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
  void metByAll(UUID key, Extent extent) {
    if (extent == Extent.ALL) {
      remember(key, extent);
    }
  }

  /** This one was not. */
  void admitted(UUID key) {
    row.clear();
    met.remove(key);
  }

  private void remember(UUID key, Extent extent) {
    met.merge(key, extent, (one, other) -> one == Extent.ALL ? one : other);
    if (met.size() > MOST) {
      met.remove(met.keySet().iterator().next());
    }
  }
}
