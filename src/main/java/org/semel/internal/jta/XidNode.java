// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.jta;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads the node identifier out of a global transaction identifier. Narayana writes its 28 byte Uid
 * and then the node's name; recovery of another server that bears the same name takes such a branch
 * for its own.
 *
 * @see <a
 *     href="https://github.com/jbosstm/narayana/blob/main/ArjunaJTA/jta/classes/com/arjuna/ats/jta/xa/XATxConverter.java">
 *     XATxConverter</a>
 */
final class XidNode {

  private static final int NARAYANA = 131077;
  private static final int UID_BYTES = 28;

  private XidNode() {}

  static @Nullable String of(int format, byte[] globalId) {
    return format == NARAYANA && globalId.length >= UID_BYTES
        ? new String(globalId, UID_BYTES, globalId.length - UID_BYTES, StandardCharsets.UTF_8)
        : null;
  }
}
