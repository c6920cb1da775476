// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server.wildfly;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.semel.internal.engine.receive.proof.GlobalTransaction;

/**
 * A Uid as a file of Narayana's log is called: two longs and three integers, in hexadecimal with
 * their signs. A global id begins with the same Uid, in bytes.
 *
 * @see <a
 *     href="https://github.com/jbosstm/narayana/blob/main/ArjunaCore/arjuna/classes/com/arjuna/ats/arjuna/common/Uid.java">Uid</a>
 */
final class LogName {

  private static final int UID_BYTES = 28;
  private static final int HEXADECIMAL = 16;
  private static final String PART = "(-?[0-9a-f]{1,16})";
  private static final Pattern FORM =
      Pattern.compile(String.join("_", PART, PART, PART, PART, PART));

  private LogName() {}

  /** The file in which its transaction manager would keep this one. */
  static String of(GlobalTransaction made) {
    ByteBuffer id = ByteBuffer.wrap(made.id());
    return LongStream.of(id.getLong(), id.getLong(), id.getInt(), id.getInt(), id.getInt())
        .mapToObj(part -> Long.toString(part, HEXADECIMAL))
        .reduce((left, right) -> left + "_" + right)
        .orElseThrow();
  }

  /**
   * The transaction that a file of this name is about; empty if it is no Uid.
   *
   * @param node that has begun it
   */
  static Optional<GlobalTransaction> global(String file, String node) {
    Matcher form = FORM.matcher(file);
    if (!form.matches()) {
      return Optional.empty();
    }
    try {
      byte[] uid =
          ByteBuffer.allocate(UID_BYTES)
              .putLong(Long.parseLong(form.group(1), HEXADECIMAL))
              .putLong(Long.parseLong(form.group(2), HEXADECIMAL))
              .putInt(Integer.parseInt(form.group(3), HEXADECIMAL))
              .putInt(Integer.parseInt(form.group(4), HEXADECIMAL))
              .putInt(Integer.parseInt(form.group(5), HEXADECIMAL))
              .array();
      return Optional.of(NodeIdentifier.made(uid, node));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
