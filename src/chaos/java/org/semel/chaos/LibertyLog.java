// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks into Open Liberty's transaction log, as 26.0.0.3 writes it into files: two of them, of
 * which one is in use. In it, record follows record; a transaction that is decided has one with its
 * name, and when it is over a second one takes that back.
 */
final class LibertyLog {

  private static final byte[] FILE = "WASLOG".getBytes(US_ASCII);
  private static final byte[] RECORD = "RCRD".getBytes(US_ASCII);
  private static final int IN_USE = 4;
  private static final short TAKEN_BACK = 2;

  /** Format, and the lengths of a name's two parts, before the name itself. */
  private static final byte[] NAME = HexFormat.of().parseHex("574153440000002400000028");

  private static final int GLOBAL_ID = 36;

  /** What a global id ends with: the server's own, made with its log. */
  private static final int SERVER_ID = 20;

  private LibertyLog() {}

  /**
   * What is decided and not seen to its end, by global ids.
   *
   * @param directory holds the log of transactions, and that of their partners
   */
  static Set<String> records(Path directory) {
    return files(directory).stream()
        .map(InUse::of)
        .flatMap(Optional::stream)
        .max(Comparator.comparingLong(InUse::first))
        .map(InUse::decided)
        .orElse(Set.of());
  }

  /** Whether a transaction was begun by the server whose log this is. */
  static boolean isOf(Path directory, String globalId) {
    byte[] id = HexFormat.of().parseHex(globalId);
    if (id.length != GLOBAL_ID) {
      return false;
    }
    ByteBuffer server = ByteBuffer.wrap(id, GLOBAL_ID - SERVER_ID, SERVER_ID).slice();
    return files(directory).stream().anyMatch(file -> find(file, server, 0) >= 0);
  }

  private static List<ByteBuffer> files(Path directory) {
    Path log = directory.resolve("tranlog");
    return Stream.of("log1", "log2")
        .map(log::resolve)
        .filter(Files::exists)
        .map(LibertyLog::read)
        .toList();
  }

  private static ByteBuffer read(Path file) {
    try {
      return ByteBuffer.wrap(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int find(ByteBuffer bytes, ByteBuffer wanted, int from) {
    for (int at = from; at <= bytes.limit() - wanted.limit(); at++) {
      if (bytes.slice(at, wanted.limit()).equals(wanted)) {
        return at;
      }
    }
    return -1;
  }

  /**
   * The file that is in use.
   *
   * @param first number of the first record that counts; those before are of an earlier use
   */
  private record InUse(ByteBuffer bytes, long first) {

    /** Length, magic, version, state, date, number of the first record. */
    static Optional<InUse> of(ByteBuffer file) {
      int header = Integer.BYTES + FILE.length;
      boolean whole = file.limit() > header + 2 * Integer.BYTES + 2 * Long.BYTES;
      if (!whole || !file.slice(Integer.BYTES, FILE.length).equals(ByteBuffer.wrap(FILE))) {
        return Optional.empty();
      }
      int state = file.getInt(header + Integer.BYTES);
      long first = file.getLong(header + 2 * Integer.BYTES + Long.BYTES);
      return state == IN_USE ? Optional.of(new InUse(file, first)) : Optional.empty();
    }

    Set<String> decided() {
      Map<Long, String> open = new HashMap<>();
      int at = find(bytes, ByteBuffer.wrap(RECORD), 0);
      for (long number = first; at >= 0; number++) {
        ByteBuffer record = record(at, number);
        if (record == null) {
          break;
        }
        note(open, record);
        at += RECORD.length + Long.BYTES + Integer.BYTES + record.limit() + Long.BYTES;
      }
      return Set.copyOf(open.values());
    }

    /**
     * The content of the record there; null if there is none of this number, or not a whole one.
     */
    private @Nullable ByteBuffer record(int at, long number) {
      int content = at + RECORD.length + Long.BYTES + Integer.BYTES;
      if (content > bytes.limit()
          || !bytes.slice(at, RECORD.length).equals(ByteBuffer.wrap(RECORD))
          || bytes.getLong(at + RECORD.length) != number) {
        return null;
      }
      int length = bytes.getInt(content - Integer.BYTES);
      int end = content + length;
      boolean whole = length >= 0 && end >= 0 && end + Long.BYTES <= bytes.limit();
      return whole && bytes.getLong(end) == number ? bytes.slice(content, length) : null;
    }

    /** Length and name of the server, number of the transaction, kind of the record. */
    private static void note(Map<Long, String> open, ByteBuffer record) {
      int server = record.getInt(0);
      long transaction = record.getLong(Integer.BYTES + server);
      short kind = record.getShort(Integer.BYTES + server + Long.BYTES);
      int name = find(record, ByteBuffer.wrap(NAME), 0);
      if (kind == TAKEN_BACK) {
        open.remove(transaction);
      } else if (name >= 0) {
        byte[] id = new byte[GLOBAL_ID];
        record.get(name + NAME.length, id);
        open.put(transaction, HexFormat.of().formatHex(id));
      }
    }
  }
}
