// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Identities with a time, for each key of a case a ULID, or a UUID of version 7 (RFC 9562). */
final class Dated {

  private static final Duration TOO_OLD = Duration.ofDays(40);

  /** Of which a ULID is made; https://github.com/ulid/spec. */
  private static final String CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

  private final long now = System.currentTimeMillis();
  private final boolean ulids;
  private final Map<String, String> keys = new ConcurrentHashMap<>();
  private final Map<String, String> ids = new ConcurrentHashMap<>();

  /**
   * Those of a case.
   *
   * @param ulids whether they are ULIDs, and not UUIDs
   */
  Dated(boolean ulids) {
    this.ulids = ulids;
  }

  /** The identity of this key, the same each time. */
  String id(String key, boolean stale) {
    long at = stale ? now - TOO_OLD.toMillis() : now;
    String id = ids.computeIfAbsent(key, any -> ulids ? ulid(at) : uuid(at));
    keys.put(id, key);
    return id;
  }

  private static String ulid(long millis) {
    StringBuilder ulid = new StringBuilder();
    for (int digit = 9; digit >= 0; digit--) {
      ulid.append(CROCKFORD.charAt((int) (millis >>> (digit * 5)) & 31));
    }
    String random = UUID.randomUUID().toString().replace("-", "");
    return ulid.append(random, 0, 16).toString().toUpperCase(Locale.ROOT);
  }

  private static String uuid(long millis) {
    UUID random = UUID.randomUUID();
    long high = millis << 16 | 0x7000 | (random.getMostSignificantBits() & 0xFFF);
    return new UUID(high, random.getLeastSignificantBits()).toString();
  }

  /** The key of a case behind that of an identity, which may have more parts before it. */
  String own(String key) {
    return key(key.substring(key.lastIndexOf('|') + 1));
  }

  /** The key of this identity; the same text if it is none of these. */
  String key(String id) {
    return keys.getOrDefault(id, id);
  }
}
