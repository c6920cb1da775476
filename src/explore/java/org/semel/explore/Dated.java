// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Identities with a time, a UUID of version 7 (RFC 9562, section 5.7) for each key of a case. */
final class Dated {

  private static final Duration TOO_OLD = Duration.ofDays(40);

  private final long now = System.currentTimeMillis();
  private final Map<String, String> keys = new ConcurrentHashMap<>();
  private final Map<String, String> ids = new ConcurrentHashMap<>();

  /** The identity of this key, the same each time. */
  String id(String key, boolean stale) {
    String id = ids.computeIfAbsent(key, any -> minted(stale ? now - TOO_OLD.toMillis() : now));
    keys.put(id, key);
    return id;
  }

  private static String minted(long millis) {
    UUID random = UUID.randomUUID();
    long high = millis << 16 | 0x7000 | (random.getMostSignificantBits() & 0xFFF);
    return new UUID(high, random.getLeastSignificantBits()).toString();
  }

  /** The key of this identity; the same text if it is none of these. */
  String key(String id) {
    return keys.getOrDefault(id, id);
  }
}
