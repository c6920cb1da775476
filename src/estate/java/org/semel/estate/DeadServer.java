// SPDX-License-Identifier: Apache-2.0
package org.semel.estate;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.activemq.artemis.core.persistence.impl.journal.DescribeJournal;

/**
 * What a server that was killed has left on disk, before it is started again.
 *
 * @param data its folder
 */
public record DeadServer(Path data) {

  /** How many transactions its transaction manager has decided to commit and not ended. */
  public int decided() {
    Path log = data.resolve("tx-object-store");
    if (!Files.exists(log)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(log)) {
      return (int)
          files
              .filter(file -> file.toString().contains("AtomicAction") && Files.isRegularFile(file))
              .count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * How many branches the broker inside has prepared and not ended. Reads a copy of its journal, as
   * whoever loads a journal also tidies it up.
   */
  public int prepared() {
    try {
      Path copy = Files.createTempDirectory(data, "journal-read-");
      try {
        Folders.copy(data.resolve("activemq/journal"), copy);
        return preparedIn(copy);
      } finally {
        Folders.delete(copy);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int preparedIn(Path journal) {
    try (PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      return DescribeJournal.describeMessagesJournal(
              journal.toFile(), nowhere, true, false, false, false)
          .getPreparedTransactions()
          .size();
    } catch (Exception e) { // as the broker's code declares it
      throw new IllegalStateException("the broker's journal cannot be read: " + journal, e);
    }
  }
}
