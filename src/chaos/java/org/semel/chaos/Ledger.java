// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What was sent, outside the system: every send is on disk before the next one begins. Lines of
 * key, quantity and outcome. Safe for any thread.
 */
final class Ledger implements AutoCloseable {

  /** What the producer knows of one send. */
  enum Outcome {
    /** The broker has confirmed it. */
    OK,
    /** It never left. */
    FAILED,
    /** It left, and no answer came. */
    INDETERMINATE
  }

  /**
   * All sends of one key.
   *
   * @param quantity what it asks for
   * @param ok confirmed sends
   * @param indeterminate sends that may have arrived
   */
  record Entry(long quantity, int ok, int indeterminate) {

    private Entry and(Outcome outcome) {
      return new Entry(
          quantity,
          ok + (outcome == Outcome.OK ? 1 : 0),
          indeterminate + (outcome == Outcome.INDETERMINATE ? 1 : 0));
    }
  }

  private final Path file;
  private final FileChannel channel;

  Ledger(Path file) {
    this.file = file;
    try {
      channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void note(Order order, Outcome outcome) {
    String line =
        "%s %d %s%n"
            .formatted(order.key(), order.quantity(), outcome.name().toLowerCase(Locale.ROOT));
    try {
      channel.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
      channel.force(false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads it from disk again: nothing is taken from memory. */
  Map<String, Entry> entries() {
    Map<String, Entry> entries = new HashMap<>();
    try {
      for (String line : Files.readAllLines(file)) {
        String[] word = line.split(" ", -1);
        Outcome outcome = Outcome.valueOf(word[2].toUpperCase(Locale.ROOT));
        Entry before = entries.getOrDefault(word[0], new Entry(Long.parseLong(word[1]), 0, 0));
        entries.put(word[0], before.and(outcome));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return entries;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
