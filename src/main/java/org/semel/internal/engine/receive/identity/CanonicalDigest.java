// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.identity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.SortedMap;
import org.semel.message.Digest;

/**
 * Digests values one after the other, each with its kind before it and its length, so that no two
 * run into each other. The members of an object are digested in the order of their names, the
 * elements of an array in their own order.
 */
final class CanonicalDigest {

  private static final int ROOM = 256;

  private final MessageDigest digest = Digest.sha256();
  private final byte[] gathered = new byte[ROOM];
  private int size;

  static byte[] ofMembers(SortedMap<String, JsonValue> members) {
    CanonicalDigest digest = new CanonicalDigest();
    for (Map.Entry<String, JsonValue> member : members.entrySet()) {
      digest.part((byte) ':', member.getKey());
      digest.add(member.getValue());
    }
    return digest.bytes();
  }

  void add(JsonValue value) {
    part(value.kind().mark(), value.text());
  }

  /** Stands for a value that is not there. */
  void addNothing() {
    part((byte) '-', "");
  }

  byte[] bytes() {
    flush();
    return digest.digest();
  }

  private void part(byte mark, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    require(1 + Integer.BYTES);
    gathered[size++] = mark;
    for (int shift = 24; shift >= 0; shift -= 8) {
      gathered[size++] = (byte) (bytes.length >>> shift);
    }
    if (bytes.length > ROOM) {
      flush();
      digest.update(bytes);
      return;
    }
    require(bytes.length);
    System.arraycopy(bytes, 0, gathered, size, bytes.length);
    size += bytes.length;
  }

  private void require(int room) {
    if (size + room > ROOM) {
      flush();
    }
  }

  private void flush() {
    digest.update(gathered, 0, size);
    size = 0;
  }
}
