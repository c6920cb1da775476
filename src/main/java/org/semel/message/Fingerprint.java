// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * A digest of the canonical body. The same identity with another fingerprint is a conflict: a
 * producer that reused a key.
 *
 * <p>The first byte names the profile that made it (lower half) and the version of that profile's
 * canonical form (upper half). Fingerprints of two profiles or versions are never compared, so a
 * change of either causes no false conflict. A change of a profile's fingerprint for any message
 * needs a new version.
 */
public final class Fingerprint {

  /** The agreement of two bodies, as their fingerprints tell it. */
  public enum Agreement {
    /** The bodies mean the same. */
    SAME,
    /** The bodies differ. */
    DIFFERENT,
    /** Made under different profiles or versions; nothing can be said. */
    INCOMPARABLE
  }

  private final byte[] bytes;

  private Fingerprint(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * The fingerprint that these bytes are, as a profile made them or the store kept them.
   *
   * @param bytes 1 or more; copied
   */
  public static Fingerprint stored(byte[] bytes) {
    return new Fingerprint(bytes.clone());
  }

  /** A copy of its bytes, as the store keeps them. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** Compares this with the fingerprint of another body under the same identity. */
  public Agreement with(Fingerprint other) {
    if (bytes[0] != other.bytes[0]) {
      return Agreement.INCOMPARABLE;
    }
    return equals(other) ? Agreement.SAME : Agreement.DIFFERENT;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Fingerprint that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Hexadecimal; safe to log, as nothing of the body can be read from it. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
