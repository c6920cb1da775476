// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server.liberty;

import jakarta.transaction.TransactionManager;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.management.JMException;
import javax.management.ObjectName;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.desk.operate.indoubt.DecisionLog;
import org.semel.internal.edge.jms.BrokerSettings;
import org.semel.internal.edge.jms.session.DirectSessions;
import org.semel.internal.edge.jms.session.Enlistment;
import org.semel.internal.edge.jta.Branches;
import org.semel.internal.edge.server.NeededApi;
import org.semel.internal.edge.server.PoolSettings;
import org.semel.internal.edge.server.RecoveryEntry;
import org.semel.internal.edge.server.ServerPlatform;
import org.semel.internal.engine.receive.proof.GlobalTransaction;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.internal.engine.receive.proof.Remedy;
import org.semel.internal.engine.receive.proof.Setting;

/**
 * Open Liberty. It lets branches commit in the order of their enlistment and prepare in the reverse
 * one, enlists a database at its first statement, and runs no managed thread before the
 * application's listeners have returned. It recovers only what was enlisted under an entry of its
 * own: a long-lived session is enlisted under that of the pooled factory which the policy names.
 *
 * @see <a href="https://openliberty.io/docs/latest/reference/config/transaction.html">Open Liberty:
 *     transaction</a>
 */
public final class LibertyPlatform implements ServerPlatform {

  /** The first words of names that only another server has. */
  private static final String FOREIGN = "java:/";

  @Override
  public List<String> transactionManagers() {
    return List.of("java:comp/TransactionManager");
  }

  /** Others may bind theirs under that name, too. */
  @Override
  public boolean isServerOf(TransactionManager found) {
    return RecoveredJoining.fits(found);
  }

  @Override
  public boolean isServerOf(String container) {
    return container.contains("Liberty");
  }

  @Override
  public String give(Set<NeededApi> missing) {
    return ServerXml.features(missing);
  }

  @Override
  public String bound(String name) {
    return name;
  }

  @Override
  public String create(Class<?> type, String name) {
    return name.startsWith(FOREIGN)
        ? "this server has no names that begin with java:/. Call it %s wherever it is named, and in server.xml."
            .formatted(name.substring(FOREIGN.length()))
        : ServerXml.remedy(type, name);
  }

  @Override
  public Threads threads() {
    return Threads.AFTER_START;
  }

  /**
   * Whether {@code server pause} has paused all that can be paused.
   *
   * @see <a href="https://openliberty.io/docs/latest/reference/command/server-pause.html">Open
   *     Liberty: server pause</a>
   */
  @Override
  public boolean isSuspended() {
    try {
      return Boolean.TRUE.equals(
          ManagementFactory.getPlatformMBeanServer()
              .getAttribute(
                  new ObjectName("WebSphere:feature=kernel,name=ServerEndpointControl"), "Paused"));
    } catch (JMException e) {
      return false;
    }
  }

  @Override
  public DatabaseJoin databaseJoin() {
    return DatabaseJoin.STATEMENT;
  }

  @Override
  public Enlistment enlistment(TransactionManager manager, Optional<RecoveryEntry> entry) {
    RecoveryEntry named = entry.orElseThrow(LibertyPlatform::unnamed);
    AdapterCheck.demand(named.name(), named.factory());
    return new Branches(manager, RecoveredJoining.under(named, manager))::enlist;
  }

  private static SemelException unnamed() {
    return new SemelException(
        Code.RECOVERY_UNNAMED,
        "receive=direct needs recovered-by on this server: without it a branch that is in doubt after a crash stays so"
            + " for ever. Set semel.consumer.<name>.recovered-by to the jndiName of the <connectionFactory> in server.xml that"
            + " reaches the same broker, or set receive=managed.");
  }

  /** The entry says it all. */
  @Override
  public DirectSessions.Naming naming(Optional<RecoveryEntry> entry) {
    return DirectSessions.Naming.NONE;
  }

  /** The broker is never inside. */
  @Override
  public BrokerSettings brokerSettings(String factory) {
    return queue -> new Setting.Hidden<>();
  }

  @Override
  public PoolSettings poolSettings() {
    return new LibertyPoolSettings();
  }

  @Override
  public Optional<Refusal> splits(TransactionManager manager, String dataSource) {
    return DataSourceCheck.refusal(
        dataSource, FactoryServices.of(manager).recovering(FactoryServices.filter(dataSource)));
  }

  @Override
  public List<Refusal> recoveryFaults(TransactionManager manager) {
    return TransactionService.of(manager).refusals();
  }

  @Override
  public Setting<Path> transactionLog(TransactionManager manager) {
    return TransactionService.of(manager).log();
  }

  /** No decision can be read: the records have a form of the server's own. */
  @Override
  public DecisionLog decisions(TransactionManager manager) {
    return DecisionLog.HIDDEN;
  }

  @Override
  public Optional<Refusal> unfit(String name, Object factory) {
    return AdapterCheck.refusal(name, factory);
  }

  @Override
  public String words(Remedy remedy) {
    return switch (remedy) {
      case DATA_SOURCE ->
          "Let semel.data-source name a <dataSource> in server.xml with type=\"javax.sql.XADataSource\" and without"
              + " containerAuthDataRef (server-config/README.md).";
      case CONNECTION_FACTORY ->
          "Let the consumer's connection-factory name a <connectionFactory> in server.xml whose resource adapter supports XA,"
              + " or with receive=direct an <adminObject> that is an XAConnectionFactory (server-config/README.md).";
      case DRIVER ->
          "Set javax.sql.XADataSource=\"org.semel.xa.PostgresXADataSource\" at the <jdbcDriver> of the data source in"
              + " server.xml (server-config/README.md).";
      case TRANSACTION_LOG ->
          "Set transactionLogDirectory at the <transaction> in server.xml to a folder on a durable volume of this server alone"
              + " (variable semel.server.transaction-log, server-config/README.md).";
      case POOL -> "Leave purgePolicy at the <connectionManager> in server.xml as it is.";
    };
  }

  /** Its transactions bear an id that was made together with its log. */
  @Override
  public Optional<Refusal> misnamed(GlobalTransaction made) {
    return Optional.empty();
  }
}
