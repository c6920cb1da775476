// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.body;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * The body of a text message as Artemis writes it: one byte tells whether there is a text, four
 * bytes give the length in bytes, and each character has two bytes, the lower one first ({@code
 * SimpleString.writeNullableSimpleString}).
 */
final class CoreText {

  /** The bytes before the first character. */
  static final int HEAD = 1 + Integer.BYTES;

  private CoreText() {}

  /**
   * Whether a text can be read from a body.
   *
   * @param head its first {@value #HEAD} bytes, or all if there are fewer
   * @param size its length in bytes
   */
  static boolean isWellFormed(byte[] head, long size) {
    if (head.length == 0) {
      return false;
    }
    return head[0] == 0 || (head.length >= HEAD && fits(length(head), size));
  }

  /** The text in {@code body}, or as much of it as was kept; empty if there is none. */
  static Optional<String> of(Excerpt body) {
    byte[] bytes = body.bytes();
    if (bytes[0] == 0) {
      return Optional.empty();
    }
    int length = Math.min(length(bytes), bytes.length - HEAD) / Character.BYTES * Character.BYTES;
    return Optional.of(characters(bytes, HEAD, length));
  }

  /** Not decoded: a decoder would replace half of a surrogate pair. */
  static String characters(byte[] bytes, int from, int length) {
    char[] characters = new char[length / Character.BYTES];
    ByteBuffer.wrap(bytes, from, length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asCharBuffer()
        .get(characters);
    return new String(characters);
  }

  private static boolean fits(int length, long size) {
    return length >= 0 && length <= size - HEAD;
  }

  private static int length(byte[] head) {
    return ByteBuffer.wrap(head).getInt(1);
  }
}
