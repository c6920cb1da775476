// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server;

import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import org.semel.internal.desk.operate.indoubt.DecisionLog;
import org.semel.internal.edge.jms.BrokerSettings;
import org.semel.internal.edge.jms.session.DirectSessions;
import org.semel.internal.edge.jms.session.Enlistment;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.internal.engine.receive.proof.ServerTraits;
import org.semel.internal.engine.receive.proof.Setting;

/**
 * The port for what one server does otherwise than another. An implementation is found by {@link
 * ServiceLoader}, is stateless, and may be called from any thread.
 */
public interface ServerPlatform extends ServerTraits {

  /** The time from which the server's managed threads run. */
  enum Threads {
    /** From the first. */
    AT_ONCE,
    /**
     * Not before the start of the application is over; a caller that waits for one sooner is stuck.
     */
    AFTER_START
  }

  /** The act that brings a database into a transaction. */
  enum DatabaseJoin {
    /** That a connection is handed out. */
    CONNECTION,
    /** The first statement on it. */
    STATEMENT
  }

  /** All that there are, in the order in which they are asked. */
  static List<ServerPlatform> all() {
    return ServiceLoader.load(ServerPlatform.class, ServerPlatform.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }

  /**
   * The names under which this server binds its transaction manager itself, not a UserTransaction.
   */
  List<String> transactionManagers();

  /**
   * Whether the application runs on this server.
   *
   * @param found under one of its names
   */
  boolean isServerOf(TransactionManager found);

  /**
   * Whether a servlet container is this server's, by what it says of itself, before anything can be
   * looked up.
   *
   * @param container name and version
   */
  boolean isServerOf(String container);

  /**
   * The remedy if the application does not see these APIs, in the words of this server; a sentence.
   */
  String give(Set<NeededApi> missing);

  /** The name under which the server binds what an application calls {@code name}. */
  String bound(String name);

  /** The remedy if nothing is bound under {@code name}, in the words of this server. */
  String create(Class<?> type, String name);

  Threads threads();

  /**
   * Whether the server is suspended: it ends what is in hand and takes no new work in. Asked every
   * two seconds.
   *
   * @return {@code false}, too, where this server does not say
   */
  boolean isSuspended();

  DatabaseJoin databaseJoin();

  /**
   * Enlists long-lived sessions of one broker, so that recovery finds the branches of a server that
   * died.
   *
   * @param entry by which recovery reaches that broker; empty if the policy names none
   * @throws org.semel.SemelException if this server could not recover them
   */
  Enlistment enlistment(TransactionManager manager, Optional<RecoveryEntry> entry);

  /**
   * Names what is enlisted, where recovery asks for a name.
   *
   * @throws org.semel.SemelException if {@code entry} cannot give one
   */
  DirectSessions.Naming naming(Optional<RecoveryEntry> entry);

  /**
   * The settings of the broker that a connection factory speaks to, where they can be seen.
   *
   * @param factory its name in the configuration
   */
  BrokerSettings brokerSettings(String factory);

  /** The settings of data sources' pools, as far as they can be seen. */
  PoolSettings poolSettings();

  /**
   * The refusal of a data source that could give routes another connection than Semel; empty if it
   * could not, or if that cannot be seen.
   *
   * @param dataSource its name in the configuration
   */
  Optional<Refusal> splits(TransactionManager manager, String dataSource);

  /**
   * The refusals of settings under which recovery would not complete decided transactions; empty if
   * there are none, or if that cannot be seen.
   */
  List<Refusal> recoveryFaults(TransactionManager manager);

  /** The folder of the transaction log, where that can be seen. */
  Setting<Path> transactionLog(TransactionManager manager);

  /** The decisions of its transaction manager, as far as its log can be read. */
  DecisionLog decisions(TransactionManager manager);

  /**
   * The refusal of a connection factory by which this server must not recover a broker; empty if it
   * may, or if that cannot be seen.
   *
   * @param name its name in the configuration
   */
  Optional<Refusal> unfit(String name, Object factory);
}
