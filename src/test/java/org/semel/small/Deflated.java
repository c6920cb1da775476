// SPDX-License-Identifier: Apache-2.0
package org.semel.small;

import java.util.Arrays;
import java.util.zip.Deflater;

/** Bytes as a client of Artemis compresses them. */
public final class Deflated {

  private Deflated() {}

  public static byte[] of(byte[] bytes) {
    return by(new Deflater(), bytes);
  }

  /** The same by a deflater of somebody's own, which is then done with. */
  public static byte[] by(Deflater deflater, byte[] bytes) {
    deflater.setInput(bytes);
    deflater.finish();
    byte[] deflated = new byte[bytes.length + bytes.length / 100 + 100];
    int length = deflater.deflate(deflated);
    deflater.end();
    return Arrays.copyOf(deflated, length);
  }
}
