// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Looks into the files of a transaction manager's log. */
final class TransactionLog {

  private TransactionLog() {}

  /** What it has decided and not seen to its end, heuristic outcomes included. */
  static Set<String> records(Path objectStore) {
    if (!Files.exists(objectStore)) {
      return Set.of();
    }
    try (Stream<Path> files = Files.walk(objectStore)) {
      return files
          .filter(file -> file.toString().contains("AtomicAction") && Files.isRegularFile(file))
          .map(file -> file.getFileName().toString())
          .collect(Collectors.toSet());
    } catch (UncheckedIOException | IOException changedMeanwhile) {
      return records(objectStore);
    }
  }
}
