// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server.wildfly;

import jakarta.transaction.TransactionManager;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.MBeanServer;
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
 * WildFly. It binds resources below {@code java:/}. Its transaction manager, Narayana, recovers any
 * branch of a broker that a pooled connection factory announces, and keeps a name of that factory
 * beside each branch in its log.
 *
 * @see <a href="https://docs.wildfly.org/39/Developer_Guide.html#JNDI_Reference">WildFly: JNDI</a>
 */
public final class WildFlyPlatform implements ServerPlatform {

  private static final String JAVA = "java:";

  @Override
  public List<String> transactionManagers() {
    return List.of("java:/TransactionManager", "java:jboss/TransactionManager");
  }

  /** No other server has these names. */
  @Override
  public boolean isServerOf(TransactionManager found) {
    return true;
  }

  @Override
  public boolean isServerOf(String container) {
    return container.contains("WildFly") || container.contains("JBoss");
  }

  @Override
  public String give(Set<NeededApi> missing) {
    return "Start the server with standalone-full.xml, or add to its configuration: "
        + missing.stream()
            .map(WildFlyPlatform::subsystem)
            .distinct()
            .collect(Collectors.joining(", "))
        + " (server-config/README.md).";
  }

  private static String subsystem(NeededApi api) {
    return "subsystem "
        + switch (api) {
          case CDI -> "weld";
          case CONFIG -> "microprofile-config-smallrye";
          case JSON, CONCURRENCY -> "ee";
          case MESSAGING -> "messaging-activemq";
          case TRANSACTIONS -> "transactions";
        };
  }

  @Override
  public String bound(String name) {
    return name.startsWith(JAVA) ? name : JAVA + "/" + name;
  }

  @Override
  public String create(Class<?> type, String name) {
    return "create it in the server's configuration (server-config/README.md).";
  }

  @Override
  public Threads threads() {
    return Threads.AT_ONCE;
  }

  /**
   * By its management model. A server that boots is in that state, too, until it is up; that does
   * not count.
   *
   * @see <a href="https://docs.wildfly.org/39/Admin_Guide.html#Suspend">WildFly: suspend, resume
   *     and graceful shutdown</a>
   */
  @Override
  public boolean isSuspended() {
    try {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      ObjectName root = new ObjectName("jboss.as:management-root=server");
      return !"starting".equals(server.getAttribute(root, "serverState"))
          && !"RUNNING".equals(server.getAttribute(root, "suspendState"));
    } catch (JMException e) {
      return false;
    }
  }

  @Override
  public DatabaseJoin databaseJoin() {
    return DatabaseJoin.CONNECTION;
  }

  @Override
  public Enlistment enlistment(TransactionManager manager, Optional<RecoveryEntry> entry) {
    return new Branches(manager)::enlist;
  }

  @Override
  public DirectSessions.Naming naming(Optional<RecoveryEntry> entry) {
    return entry.map(WildFlyPlatform::name).orElse(DirectSessions.Naming.NONE);
  }

  private static DirectSessions.Naming name(RecoveryEntry entry) {
    try {
      return RecoveryName.of(entry.name(), entry.factory());
    } catch (IllegalArgumentException e) {
      throw new SemelException(
          Code.POLICY_INVALID,
          "recovered-by=%s has no effect: %s. Name the factory by which the server recovers the broker, or remove the key."
              .formatted(entry.name(), e.getMessage()),
          e);
    }
  }

  @Override
  public BrokerSettings brokerSettings(String factory) {
    return new WildFlyBrokerSettings(bound(factory));
  }

  @Override
  public PoolSettings poolSettings() {
    return new WildFlyPoolSettings(this::bound);
  }

  /** One transaction has one connection of a data source, for all callers. */
  @Override
  public Optional<Refusal> splits(TransactionManager manager, String dataSource) {
    return Optional.empty();
  }

  /** Recovery tries for good. */
  @Override
  public List<Refusal> recoveryFaults(TransactionManager manager) {
    return List.of();
  }

  /** The default folder; hidden if the log is not there. */
  @Override
  public Setting<Path> transactionLog(TransactionManager manager) {
    return Optional.ofNullable(System.getProperty("jboss.server.data.dir"))
        .map(data -> Path.of(data, "tx-object-store"))
        .filter(Files::isDirectory)
        .<Setting<Path>>map(Setting.Seen::new)
        .orElseGet(Setting.Hidden::new);
  }

  @Override
  public DecisionLog decisions(TransactionManager manager) {
    return new ObjectStore(transactionLog(manager), NodeIdentifier::ofThisServer);
  }

  /** It recovers whatever adapter announces itself. */
  @Override
  public Optional<Refusal> unfit(String name, Object factory) {
    return Optional.empty();
  }

  @Override
  public String words(Remedy remedy) {
    return switch (remedy) {
      case DATA_SOURCE -> "Let semel.data-source name an xa-data-source (server-config/README.md).";
      case CONNECTION_FACTORY ->
          "Let the consumer's connection-factory name a pooled one with transaction=xa"
              + " (server-config/README.md).";
      case DRIVER ->
          "Use xa-datasource-class org.semel.xa.PostgresXADataSource (server-config/README.md).";
      case TRANSACTION_LOG ->
          "Keep jboss.server.data.dir on a durable volume of this server alone"
              + " (server-config/README.md).";
      case POOL -> "Set its flush-strategy to IdleConnections (server-config/README.md).";
    };
  }

  @Override
  public Optional<Refusal> misnamed(GlobalTransaction made) {
    return NodeIdentifier.fault(made);
  }
}
