// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.server.wildfly;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.semel.internal.indoubt.DecisionLog;
import org.semel.internal.proof.GlobalTransaction;
import org.semel.internal.proof.Setting;
import org.semel.operations.indoubt.InDoubtTransaction.LoggedDecision;
import org.semel.operations.indoubt.InDoubtTransaction.Visibility;

/**
 * Narayana's log in files: one for each transaction that is decided to commit and has not come to
 * its end, under the name of its Uid, which a global id begins with. Neither the log in a database
 * nor the one in a journal is read; there nothing can be seen.
 *
 * @see <a
 *     href="https://github.com/jbosstm/narayana/blob/main/ArjunaCore/arjuna/classes/com/arjuna/ats/arjuna/common/Uid.java">Uid</a>
 */
final class ObjectStore implements DecisionLog {

  /** Where one that is kept in files has its records, whatever the store is called. */
  private static final String RECORDS = "AtomicAction";

  private static final int DEPTH = 8;

  private final Setting<Path> folder;
  private final Supplier<Optional<String>> node;

  /**
   * The log in this folder.
   *
   * @param node by which this server names itself in global ids; empty if it does not say
   */
  ObjectStore(Setting<Path> folder, Supplier<Optional<String>> node) {
    this.folder = folder;
    this.node = node;
  }

  @Override
  public Visibility sight() {
    return files().isPresent() ? Visibility.SEEN : Visibility.CANNOT_BE_SEEN;
  }

  @Override
  public Optional<String> node(GlobalTransaction made) {
    return NodeIdentifier.of(made);
  }

  @Override
  public LoggedDecision decision(GlobalTransaction made) {
    Optional<Path> files = files();
    if (files.isEmpty() || NodeIdentifier.of(made).isEmpty()) {
      return LoggedDecision.CANNOT_BE_SEEN;
    }
    boolean ours = NodeIdentifier.of(made).equals(node.get());
    try (Stream<Path> found = Files.walk(files.get(), DEPTH)) {
      LoggedDecision otherwise = ours ? LoggedDecision.NOT_DECIDED : LoggedDecision.CANNOT_BE_SEEN;
      return isAmong(found, name(made)) ? LoggedDecision.COMMIT : otherwise;
    } catch (IOException | UncheckedIOException e) { // files come and go while they are looked at
      return LoggedDecision.CANNOT_BE_SEEN;
    }
  }

  /** One that was never written to has no folder of stores yet, and may be of another kind. */
  private Optional<Path> files() {
    return folder instanceof Setting.Seen<Path> seen
            && Files.isDirectory(seen.value().resolve("ShadowNoFileLockStore"))
        ? Optional.of(seen.value().resolve("ShadowNoFileLockStore"))
        : Optional.empty();
  }

  private static boolean isAmong(Stream<Path> files, String name) {
    return files.anyMatch(file -> file.endsWith(Path.of(RECORDS, name)));
  }

  /** The Uid as a file is called: two longs and three integers, in hexadecimal with their signs. */
  private static String name(GlobalTransaction made) {
    ByteBuffer id = ByteBuffer.wrap(made.id());
    return LongStream.of(id.getLong(), id.getLong(), id.getInt(), id.getInt(), id.getInt())
        .mapToObj(part -> Long.toString(part, 16))
        .reduce((left, right) -> left + "_" + right)
        .orElseThrow();
  }
}
