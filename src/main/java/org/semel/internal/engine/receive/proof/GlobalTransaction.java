// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.proof;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * The format and global identifier that all branches of one transaction share (X/Open XA, section
 * 4.2).
 */
public final class GlobalTransaction {

  private final int format;
  private final byte[] id;

  public GlobalTransaction(int format, byte[] id) {
    this.format = format;
    this.id = id.clone();
  }

  public int format() {
    return format;
  }

  public byte[] id() {
    return id.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GlobalTransaction that
        && format == that.format
        && Arrays.equals(id, that.id);
  }

  @Override
  public int hashCode() {
    return 31 * format + Arrays.hashCode(id);
  }

  @Override
  public String toString() {
    return format + ":" + HexFormat.of().formatHex(id);
  }
}
