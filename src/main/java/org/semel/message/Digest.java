// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/** SHA-256 over parts that cannot run into each other: each is preceded by its length. */
public final class Digest {

  private static final MessageDigest SHA_256 = named();
  private static final long VERSION_8 = 0x8000L;
  private static final long VARIANT = 0x8000000000000000L;

  private Digest() {}

  /** A version 8 UUID (RFC 9562, section 5.8) made of the digest of {@code parts}. */
  public static UUID uuid(String... parts) {
    MessageDigest sha256 = sha256();
    for (String part : parts) {
      byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
      sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
      sha256.update(bytes);
    }
    ByteBuffer digest = ByteBuffer.wrap(sha256.digest());
    long high = (digest.getLong() & ~0xF000L) | VERSION_8;
    long low = (digest.getLong() >>> 2) | VARIANT;
    return new UUID(high, low);
  }

  /** The digest of {@code bytes}, without a length before them. */
  public static byte[] of(byte[] bytes) {
    return sha256().digest(bytes);
  }

  /** A fresh SHA-256. Cloned: a look-up by name costs more than the digest of a few bytes. */
  public static MessageDigest sha256() {
    try {
      return (MessageDigest) SHA_256.clone();
    } catch (CloneNotSupportedException e) {
      return named();
    }
  }

  private static MessageDigest named() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
