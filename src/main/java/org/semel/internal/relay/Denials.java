// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.semel.internal.intent.Lease;
import org.semel.internal.relay.provider.Delivery.Denied.Extent;

/**
 * Distinguishes an intent that a provider denies from a provider that denies all. Denied intents
 * are remembered in bounded memory, until they are admitted. For one thread at a time.
 */
final class Denials {

  /** So many different intents denied, and none admitted in between, mean all. */
  private static final int IN_A_ROW = 5;

  private static final int MOST = 1_000;

  private final Set<UUID> row = new HashSet<>();
  private final Map<UUID, Extent> met = new LinkedHashMap<>();

  /** What a denial means. */
  enum Meaning {
    /** Not decided yet. */
    OPEN,
    /** The provider denies this one, and admits others. */
    THIS_ONE,
    /** The provider denies all. */
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
   * This one was denied while all were. If the denial was meant for all, and the intent is denied
   * so again while others are admitted, then for its own sake; a denial that does not say whom it
   * means proves nothing.
   */
  void metByAll(Lease lease, Extent extent) {
    if (extent == Extent.ALL) {
      remember(lease.intent().key(), extent);
    }
  }

  /**
   * This one was admitted. Its key, which costs a digest, is computed only if some are remembered.
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
