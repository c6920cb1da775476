// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Strict both ways: nothing is replaced. Java's strict coders are slow, so they run only if the
 * text or the bytes may be malformed.
 */
final class Utf8 {

  /** Stands for malformed bytes, if it did not come itself. */
  private static final char REPLACEMENT = '\uFFFD';

  private Utf8() {}

  static byte[] encode(String text) throws CharacterCodingException {
    if (!holdsSurrogate(text)) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
    byte[] exact = new byte[encoded.remaining()];
    encoded.get(exact);
    return exact;
  }

  static String decode(byte[] bytes) throws CharacterCodingException {
    String lenient = new String(bytes, StandardCharsets.UTF_8);
    return lenient.indexOf(REPLACEMENT) < 0
        ? lenient
        : StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }

  static boolean canEncode(String text) {
    return !holdsSurrogate(text) || StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  private static boolean holdsSurrogate(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }
}
