// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Looks into the files of a transaction manager's log. */
final class TransactionLog {

  /** Behind two ids and a time: whether there was a first of several branches. */
  private static final int SEVERAL_BRANCHES = 0x60;

  /** Ends a list of branches. */
  private static final int END_OF_LIST = 0x1cf;

  private TransactionLog() {}

  /** What it has decided and not seen to its end, heuristic outcomes included. */
  static Set<String> records(Path objectStore) {
    return files(objectStore, file -> !isNote(file));
  }

  /**
   * Notes for a person: a transaction's only branch was lost while it was committed in one phase,
   * and nobody knows whether it was. Nothing is prepared, nothing can be recovered, and Narayana
   * keeps the note until a person takes it away.
   */
  static Set<String> notes(Path objectStore) {
    return files(objectStore, TransactionLog::isNote);
  }

  private static Set<String> files(Path objectStore, Predicate<Path> which) {
    if (!Files.exists(objectStore)) {
      return Set.of();
    }
    try (Stream<Path> files = Files.walk(objectStore)) {
      return files
          .filter(file -> file.toString().contains("AtomicAction") && Files.isRegularFile(file))
          .filter(which)
          .map(file -> file.getFileName().toString())
          .collect(Collectors.toSet());
    } catch (UncheckedIOException | IOException changedMeanwhile) {
      return files(objectStore, which);
    }
  }

  /** Not several branches, none of them to be committed, and one with a heuristic outcome. */
  private static boolean isNote(Path file) {
    try {
      ByteBuffer state = ByteBuffer.wrap(Files.readAllBytes(file));
      if (state.limit() < SEVERAL_BRANCHES + 3 * Integer.BYTES) {
        return false;
      }
      state.position(SEVERAL_BRANCHES);
      return state.getInt() == 0 && state.getInt() == END_OF_LIST && state.getInt() == 1;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
