// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

import java.util.Objects;
import java.util.UUID;

/**
 * The identity that makes two deliveries the same: the consumer that receives and the key that the
 * producer minted. Two consumers may handle one key; each does so once.
 *
 * @param consumer name of the consumer that scopes the key
 * @param key the producer's key, unchanged: letter case and Unicode form count
 */
public record Identity(String consumer, String key) {

  public Identity {
    Objects.requireNonNull(consumer, "consumer");
    Objects.requireNonNull(key, "key");
  }

  /**
   * 122 bits that stand for this identity in the database, so that a key of any length costs 16
   * bytes in the index. A version 8 UUID (RFC 9562, section 5.8). The store keeps the key beside it
   * and compares both, so a collision is seen, not believed.
   */
  public UUID digest() {
    return Digest.uuid(consumer, key);
  }

  @Override
  public String toString() {
    return consumer + "/" + key;
  }
}
