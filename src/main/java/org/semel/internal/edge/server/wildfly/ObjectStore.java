// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server.wildfly;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.semel.internal.desk.operate.indoubt.BrokerScan.ScanResult;
import org.semel.internal.desk.operate.indoubt.DecisionLog;
import org.semel.internal.engine.receive.proof.GlobalTransaction;
import org.semel.internal.engine.receive.proof.Setting;
import org.semel.operations.indoubt.InDoubtTransaction.LoggedDecision;

/**
 * Narayana's log in files: one for each transaction that is decided to commit and has not come to
 * its end, under the name of its Uid, which a global id begins with. Neither the log in a database
 * nor the one in a journal is read; there nothing can be seen.
 *
 * @see <a
 *     href="https://github.com/jbosstm/narayana/blob/main/ArjunaCore/arjuna/classes/com/arjuna/ats/arjuna/common/Uid.java">Uid</a>
 */
final class ObjectStore implements DecisionLog {

  /** The folder of the records in a store that is kept in files, whatever the store is called. */
  private static final String RECORDS = "AtomicAction";

  /**
   * The folder to which recovery moves a record that it cannot read. Such a record can be a
   * decision that is just being written anew.
   *
   * @see <a
   *     href="https://github.com/jbosstm/narayana/blob/main/ArjunaCore/arjuna/classes/com/arjuna/ats/internal/arjuna/recovery/ExpiredTransactionScanner.java">ExpiredTransactionScanner</a>
   */
  private static final String SET_ASIDE = RECORDS + "/Expired";

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

  /** Only its own server keeps a transaction in this log, so that the ids end with its name. */
  @Override
  public ScanResult unfinished() {
    Optional<Path> files = files();
    Optional<String> own = node.get();
    if (files.isEmpty()) {
      return new ScanResult.Unseen("this server does not keep it in files here");
    }
    if (own.isEmpty()) {
      return new ScanResult.Unseen("this server does not say its node identifier");
    }
    try {
      RecordNames found = RecordNames.below(files.get(), RECORDS, DEPTH);
      return new ScanResult.Listed(
          found.names().stream()
              .flatMap(name -> LogName.global(name, own.get()).stream())
              .collect(Collectors.toSet()));
    } catch (IOException e) {
      return new ScanResult.Unseen("its files cannot be read: " + e.getClass().getName());
    }
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
    try {
      LoggedDecision otherwise = ours ? LoggedDecision.NOT_DECIDED : LoggedDecision.CANNOT_BE_SEEN;
      return recorded(files.get(), LogName.of(made)).orElse(otherwise);
    } catch (IOException e) {
      return LoggedDecision.CANNOT_BE_SEEN;
    }
  }

  private static Optional<LoggedDecision> recorded(Path files, String name) throws IOException {
    if (RecordNames.below(files, RECORDS, DEPTH).names().contains(name)) {
      return Optional.of(LoggedDecision.COMMIT);
    }
    return RecordNames.below(files, SET_ASIDE, DEPTH).names().contains(name)
        ? Optional.of(LoggedDecision.SET_ASIDE)
        : Optional.empty();
  }

  /** One that was never written to has no folder of stores yet, and may be of another kind. */
  private Optional<Path> files() {
    return folder instanceof Setting.Seen<Path> seen
            && Files.isDirectory(seen.value().resolve("ShadowNoFileLockStore"))
        ? Optional.of(seen.value().resolve("ShadowNoFileLockStore"))
        : Optional.empty();
  }
}
