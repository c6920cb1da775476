// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server.liberty;

import jakarta.transaction.TransactionManager;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.semel.Code;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.internal.engine.receive.proof.Setting;

/** The settings of {@code <transaction>} in the server's configuration, where they can be seen. */
final class TransactionService {

  private static final String CONFIGURATION = "com.ibm.tx.config.ConfigurationProvider";

  private final Optional<Object> configuration;

  private TransactionService(Optional<Object> configuration) {
    this.configuration = configuration;
  }

  static TransactionService of(TransactionManager manager) {
    return new TransactionService(FactoryServices.of(manager).service(CONFIGURATION));
  }

  /** A limit of retries, at which the record of a decided transaction is deleted. */
  List<Refusal> refusals() {
    return number("getHeuristicRetryLimit").filter(limit -> limit > 0).stream()
        .map(TransactionService::givesUp)
        .toList();
  }

  private static Refusal givesUp(int limit) {
    return new Refusal(
        Code.RECOVERY_GIVES_UP,
        "The server tries %s times to end a transaction that is decided to commit, then deletes its record (WTRN0055W) and rolls back the rest: messages would be lost."
            .formatted(limit),
        "Set heuristicRetryLimit=\"0\" at the <transaction> in server.xml (server-config/README.md).");
  }

  /** The folder of the log; hidden where a database holds it. */
  Setting<Path> log() {
    return answer("isSQLRecoveryLog").filter(Boolean.TRUE::equals).isPresent()
        ? new Setting.Hidden<>()
        : answer("getTransactionLogDirectory")
            .flatMap(TransactionService::path)
            .<Setting<Path>>map(Setting.Seen::new)
            .orElseGet(Setting.Hidden::new);
  }

  private static Optional<Path> path(Object directory) {
    try {
      return Optional.of(Path.of(String.valueOf(directory)));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private Optional<Integer> number(String question) {
    return answer(question).filter(Integer.class::isInstance).map(Integer.class::cast);
  }

  private Optional<Object> answer(String question) {
    return configuration.flatMap(service -> FactoryServices.answer(service, question));
  }
}
