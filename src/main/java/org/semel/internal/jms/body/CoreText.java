// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.jms.body;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * How Artemis writes the body of a text message: one byte that tells whether there is a text, four
 * for the length of what follows, and two for each character, the lower first ({@code
 * SimpleString.writeNullableSimpleString}).
 */
final class CoreText {

  /** The bytes before the first character. */
  static final int HEAD = 1 + Integer.BYTES;

  private CoreText() {}

  /**
   * Whether a text can be read from a body.
   *
   * @param head the first {@value #HEAD} bytes of it, or all that it has
   * @param size how many bytes it has
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

  /** As they are: a decoder would put something else for half of a surrogate pair. */
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
