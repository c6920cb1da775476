// SPDX-License-Identifier: Apache-2.0
package org.semel.message;

import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A payload, byte for byte as it came or as it will go. Text is kept as UTF-8. The bytes are
 * shared, not copied: readers must not change them.
 */
public final class Body {

  /**
   * The form in which the payload was carried, so that a route sees the type it is used to and a
   * replay sends the same kind.
   */
  public enum Form {
    /** Characters; {@link #bytes()} is their UTF-8. */
    TEXT,
    /** Bytes without a character set. */
    BYTES,
    /** No payload at all. */
    NONE
  }

  /**
   * The number of names that the open objects of a JSON body may have if an identity is read from
   * it.
   */
  public static final int MOST_NAMES = 65_536;

  private static final byte[] NOTHING = {};

  private final Form form;
  private final int size;
  private final byte[] bytes;
  private final @Nullable String contentType;
  private @Nullable Object view;

  private Body(Form form, byte[] bytes, @Nullable String contentType) {
    this(form, bytes.length, bytes, contentType);
  }

  private Body(Form form, int size, byte[] bytes, @Nullable String contentType) {
    this.form = form;
    this.size = size;
    this.bytes = bytes;
    this.contentType = contentType;
  }

  /** No payload. */
  public static Body none() {
    return new Body(Form.NONE, NOTHING, null);
  }

  /**
   * A body of bytes, which are not copied.
   *
   * @param contentType as the header has it, null for none
   */
  public static Body bytes(byte[] bytes, @Nullable String contentType) {
    return new Body(Form.BYTES, Objects.requireNonNull(bytes, "bytes"), contentType);
  }

  /**
   * A body of characters.
   *
   * @throws CharacterCodingException if {@code text} holds half of a surrogate pair, which no UTF-8
   *     can carry
   */
  public static Body text(String text, @Nullable String contentType)
      throws CharacterCodingException {
    return new Body(Form.TEXT, Utf8.encode(text), contentType);
  }

  /** Whether a body can hold {@code text}: UTF-8 carries no half of a surrogate pair. */
  public static boolean canHold(String text) {
    return Utf8.canEncode(text);
  }

  /** A body read back from the store. */
  public static Body stored(Form form, byte[] bytes, @Nullable String contentType) {
    return new Body(form, bytes, contentType);
  }

  /**
   * A body of {@code size} bytes that were not read, as many together may be too large for the
   * memory.
   */
  public static Body unread(Form form, int size, @Nullable String contentType) {
    return new Body(form, size, NOTHING, contentType);
  }

  /** The form in which it was carried. */
  public Form form() {
    return form;
  }

  /** The number of bytes that it has, whether they were read or not. */
  public int size() {
    return size;
  }

  /** Whether {@link #bytes()} can be had. */
  public boolean isRead() {
    return bytes.length == size;
  }

  /**
   * The payload.
   *
   * @throws IllegalStateException if it was not read
   */
  public byte[] bytes() {
    if (!isRead()) {
      throw new IllegalStateException(
          "the " + size + " bytes of this body were not read; ask for its message alone");
    }
    return bytes;
  }

  /** The content type as the header has it, if there is one. */
  public Optional<String> contentType() {
    return Optional.ofNullable(contentType);
  }

  /**
   * The payload as characters, malformed bytes refused rather than replaced.
   *
   * @throws CharacterCodingException if the bytes are not UTF-8
   */
  public String characters() throws CharacterCodingException {
    return Utf8.decode(bytes());
  }

  /**
   * The view of this body that {@code reader} makes, such as a parsed document. The last view is
   * remembered, so that rules that read the same body parse it once.
   *
   * @param view the type of the view; one reader per type
   * @param reader pure, never answers null; called again if another view was asked for since
   */
  public <T> T as(Class<T> view, Function<Body, T> reader) {
    Object known = this.view;
    if (view.isInstance(known)) {
      return view.cast(known);
    }
    T read = reader.apply(this);
    this.view = read;
    return read;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Body that
        && form == that.form
        && size == that.size
        && Arrays.equals(bytes, that.bytes)
        && Objects.equals(contentType, that.contentType);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Kind and length only: payload stays out of logs. */
  @Override
  public String toString() {
    return form + " of " + size + " bytes";
  }
}
