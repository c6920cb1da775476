// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.util.stream.Collectors.toMap;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/** Looks into the files of a transaction manager's log. */
final class TransactionLog {

  /** Behind two ids and a time: whether there was a first of several branches. */
  private static final int SEVERAL_BRANCHES = 0x60;

  /** Bytes that are shown of it. */
  private static final int LISTS = 4 * Integer.BYTES;

  private static final int WHOLE = SEVERAL_BRANCHES + 3 * Integer.BYTES;

  /** Within it a file that is being written is whole again. */
  private static final Duration REWRITE = Duration.ofSeconds(2);

  /** Ends a list of branches. */
  private static final int END_OF_LIST = 0x1cf;

  private static final Path SET_ASIDE = Path.of("AtomicAction", "Expired");

  private TransactionLog() {}

  /** What it has decided and not seen to its end, heuristic outcomes included. */
  static Set<String> records(Path objectStore) {
    return files(objectStore, file -> !isCutOff(file) && !isNote(file));
  }

  /**
   * Records whose writer died before they were whole. What was prepared is rolled back, as if they
   * had never been begun: a decision counts once it is written. One that was being written anew had
   * counted before, and is lost; the ledger tells of that. Recovery sets a part aside, and leaves
   * an empty file where it is.
   */
  static Set<String> cutOff(Path objectStore) {
    return files(objectStore, TransactionLog::isCutOff);
  }

  /**
   * Notes for a person: a transaction's only branch was lost while it was committed in one phase,
   * and nobody knows whether it was. Nothing is prepared, nothing can be recovered, and Narayana
   * keeps the note until a person takes it away.
   */
  static Set<String> notes(Path objectStore) {
    return files(objectStore, file -> !isCutOff(file) && isNote(file));
  }

  /**
   * Puts back what recovery has set aside, as docs/operations.md has operators do it. Narayana
   * takes a record for complete that it reads in the midst of being written, and our recoveries
   * read each second. What was cut off for good stays: there is nothing in it.
   *
   * @return the names of the records
   */
  static Set<String> putBack(Path objectStore) {
    Set<String> back = new HashSet<>();
    for (Path aside : files(objectStore)) {
      Path home = aside.getParent().resolveSibling(aside.getFileName());
      if (isSetAside(aside) && !isCutOff(aside) && Files.notExists(home)) {
        move(aside, home);
        back.add(aside.getFileName().toString());
      }
    }
    return back;
  }

  private static boolean isSetAside(Path file) {
    return file.getParent().endsWith(SET_ASIDE);
  }

  private static boolean isCutOff(Path file) {
    return whole(file).length < WHOLE;
  }

  private static void move(Path from, Path to) {
    try {
      Files.move(from, to, ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Each record with its size and how its lists begin, as hexadecimal digits. */
  static Map<String, String> told(Path objectStore) {
    return files(objectStore).stream().collect(toMap(TransactionLog::name, TransactionLog::lists));
  }

  private static String name(Path file) {
    return (isSetAside(file) ? "set aside: " : "") + file.getFileName();
  }

  private static String lists(Path file) {
    try {
      byte[] state = read(file);
      int from = Math.min(SEVERAL_BRANCHES, state.length);
      int to = Math.min(from + LISTS, state.length);
      return state.length + " bytes, " + HexFormat.of().formatHex(state, from, to);
    } catch (UncheckedIOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static Set<String> files(Path objectStore, Predicate<Path> which) {
    try {
      return files(objectStore).stream()
          .filter(which)
          .map(file -> file.getFileName().toString())
          .collect(Collectors.toSet());
    } catch (UncheckedIOException changedMeanwhile) {
      return files(objectStore, which);
    }
  }

  private static List<Path> files(Path objectStore) {
    if (!Files.exists(objectStore)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(objectStore)) {
      return files
          .filter(file -> file.toString().contains("AtomicAction") && Files.isRegularFile(file))
          .toList();
    } catch (UncheckedIOException | IOException changedMeanwhile) {
      return files(objectStore);
    }
  }

  /** Not several branches, none of them to be committed, and one with a heuristic outcome. */
  private static boolean isNote(Path file) {
    ByteBuffer state = ByteBuffer.wrap(whole(file));
    if (state.limit() < WHOLE) {
      return false;
    }
    state.position(SEVERAL_BRANCHES);
    return state.getInt() == 0 && state.getInt() == END_OF_LIST && state.getInt() == 1;
  }

  /**
   * What is in the file, which is read again for a while if it is too short: a live transaction
   * manager writes a note again in each recovery. What stays too short was left by a dead one.
   */
  private static byte[] whole(Path file) {
    try {
      return await()
          .atMost(REWRITE)
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(5))
          .until(() -> read(file), state -> state.length >= WHOLE || hasLongBeenSo(file));
    } catch (ConditionTimeoutException itStaysShort) {
      return new byte[0];
    }
  }

  private static boolean hasLongBeenSo(Path file) {
    try {
      Instant changed = Files.getLastModifiedTime(file).toInstant();
      return changed.plus(REWRITE).isBefore(Instant.now());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
