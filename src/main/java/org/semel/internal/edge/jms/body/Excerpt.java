// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.body;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;

/** The kept part of a body. */
final class Excerpt {

  private final byte[] bytes;
  private final long size;

  Excerpt(byte[] bytes, long size) {
    this.bytes = bytes;
    this.size = size;
  }

  /** The kept bytes; shared, not copied. */
  byte[] bytes() {
    return bytes;
  }

  /** The number of all bytes, kept or not. */
  long size() {
    return size;
  }

  /** Keeps the beginning of what is written, counts the rest and forgets it. */
  static final class Writer extends OutputStream {

    private final int most;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private long size;

    Writer(int most) {
      this.most = most;
    }

    @Override
    public void write(int one) {
      if (size < most) {
        kept.write(one);
      }
      size++;
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      kept.write(bytes, from, (int) Math.max(0, Math.min(length, most - size)));
      size += length;
    }

    /** The number of bytes that were written. */
    long size() {
      return size;
    }

    Excerpt excerpt() {
      return new Excerpt(kept.toByteArray(), size);
    }
  }

  boolean isWhole() {
    return bytes.length == size;
  }
}
