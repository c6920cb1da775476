// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.body;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of a map or stream message as Artemis writes it ({@code DataConstants}, {@code
 * TypedProperties.encode}, {@code UTF8Util.writeString}): a byte that names the type comes before
 * each value. Anything else ends in a {@link RuntimeException}, and so do bytes after the last
 * value: the client would return a part of such a body as the whole.
 */
final class CoreValues {

  private static final byte NULL = 0;
  private static final byte NOT_NULL = 1;
  private static final byte BOOLEAN = 2;
  private static final byte BYTE = 3;
  private static final byte BYTES = 4;
  private static final byte SHORT = 5;
  private static final byte INT = 6;
  private static final byte LONG = 7;
  private static final byte FLOAT = 8;
  private static final byte DOUBLE = 9;
  private static final byte STRING = 10;
  private static final byte CHAR = 11;

  /** Shorter texts in streams are written character by character. */
  private static final int SHORT_TEXT = 9;

  /**
   * Longer ones are written as in maps; those between as {@link java.io.DataOutput#writeUTF} does.
   */
  private static final int LONG_TEXT = 0xFFF;

  private final ByteBuffer in;

  CoreValues(byte[] body) {
    this.in = ByteBuffer.wrap(body);
  }

  FormedBody map(int largest) {
    FormedBody map = new FormedBody(largest);
    int names = isThere() ? length() : 0;
    for (int i = 0; i < names && !map.isRefused(); i++) {
      String name = text(length());
      byte type = in.get();
      map.put(name, type == STRING ? text(length()) : value(type));
    }
    if (!map.isRefused() && in.hasRemaining()) {
      throw new IllegalArgumentException("the map is followed by something");
    }
    return map;
  }

  FormedBody stream(int largest) {
    FormedBody stream = new FormedBody(largest);
    while (in.hasRemaining() && !stream.isRefused()) {
      byte type = in.get();
      stream.add(type == STRING ? streamed() : value(type));
    }
    return stream;
  }

  private @Nullable Object value(byte type) {
    return switch (type) {
      case NULL -> null;
      case BOOLEAN -> (Object) (in.get() != 0); // one in a map, minus one in a stream
      case BYTE -> (Object) in.get();
      case BYTES -> bytes(length());
      case SHORT -> (Object) in.getShort();
      case INT -> (Object) in.getInt();
      case LONG -> (Object) in.getLong();
      case FLOAT -> (Object) Float.intBitsToFloat(in.getInt());
      case DOUBLE -> (Object) Double.longBitsToDouble(in.getLong());
      case CHAR -> (Object) in.getChar();
      default -> throw new IllegalArgumentException("no value is of type " + type);
    };
  }

  /** Whether a value follows: 0 or 1 is allowed. */
  private boolean isThere() {
    byte told = in.get();
    if (told != NULL && told != NOT_NULL) {
      throw new IllegalArgumentException("neither there nor not, but " + told);
    }
    return told == NOT_NULL;
  }

  private int length() {
    int length = in.getInt();
    if (length < 0) {
      throw new IllegalArgumentException("a length of " + length);
    }
    return length;
  }

  /** Checked before memory is reserved: the producer wrote the length. */
  private byte[] bytes(int length) {
    if (length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  /** Two bytes for each character, the lower one first. */
  private String text(int bytes) {
    if (bytes % Character.BYTES != 0) {
      throw new IllegalArgumentException("a text of " + bytes + " bytes");
    }
    return CoreText.characters(bytes(bytes), 0, bytes);
  }

  private @Nullable String streamed() {
    if (!isThere()) {
      return null;
    }
    int characters = length();
    if (characters >= LONG_TEXT) {
      return text(length());
    }
    return characters < SHORT_TEXT ? single(characters) : between(characters);
  }

  private String single(int characters) {
    char[] read = new char[characters];
    for (int i = 0; i < characters; i++) {
      read[i] = in.getChar();
    }
    return new String(read);
  }

  private String between(int characters) {
    byte[] encoded = bytes(Short.BYTES + Short.toUnsignedInt(in.getShort(in.position())));
    try (DataInputStream data = new DataInputStream(new ByteArrayInputStream(encoded))) {
      String text = data.readUTF();
      if (text.length() != characters) {
        throw new IllegalArgumentException("a text of another length than it says");
      }
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
