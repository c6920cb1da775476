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
 * are remembered in bounded memory, until they are admitted: those of which one denial is known,
 * and apart from them those that are denied for their own sake. For one thread at a time.
 */
final class Denials {

  /** So many different intents denied, and none admitted in between, mean all. */
  private static final int IN_A_ROW = 5;

  private static final int MOST = 1_000;

  private final Set<UUID> row = new HashSet<>();
  private final Map<UUID, Extent> once = new LinkedHashMap<>();
  private final Map<UUID, Extent> alone = new LinkedHashMap<>();

  /** The meaning of a denial. */
  enum Meaning {
    /** Not decided yet. */
    OPEN,
    /**
     * Not decided, and one was forgotten for it: if as many go on being denied, each may be
     * forgotten before it comes again. Its own failures must be counted.
     */
    ONE_OF_MANY,
    /** The provider denies this one, and admits others. */
    THIS_ONE,
    /** The provider denies all. */
    ALL
  }

  /** This one was denied, while others are sent. */
  Meaning met(Lease lease, Extent extent) {
    UUID key = lease.intent().key();
    Extent before = alone.getOrDefault(key, once.get(key));
    boolean again = before != null && (extent == Extent.UNSAID || before == extent);
    row.add(key);
    if (row.size() >= IN_A_ROW || (extent == Extent.ALL && !again)) {
      row.clear();
      remember(key, extent);
      return Meaning.ALL;
    }
    if (again) {
      Extent known = once.remove(key);
      put(alone, key, known == null ? extent : known);
      return Meaning.THIS_ONE;
    }
    return remember(key, extent) ? Meaning.ONE_OF_MANY : Meaning.OPEN;
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
    if (!once.isEmpty() || !alone.isEmpty()) {
      UUID key = lease.intent().key();
      once.remove(key);
      alone.remove(key);
    }
  }

  /** Whether another is forgotten for it of which one denial was known. */
  private boolean remember(UUID key, Extent extent) {
    if (alone.containsKey(key)) {
      put(alone, key, extent);
      return false;
    }
    return put(once, key, extent);
  }

  private static boolean put(Map<UUID, Extent> met, UUID key, Extent extent) {
    met.merge(key, extent, (one, other) -> one == Extent.ALL ? one : other);
    boolean tooMany = met.size() > MOST;
    if (tooMany) {
      met.remove(met.keySet().iterator().next());
    }
    return tooMany;
  }
}
