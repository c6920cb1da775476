// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.server;

import jakarta.jms.ConnectionFactory;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.concurrent.ThreadFactory;
import javax.sql.DataSource;
import org.semel.internal.jms.BrokerSettings;
import org.semel.internal.jms.Queues;
import org.semel.internal.postgresql.proof.PoolSettings;

/**
 * What a server gives an application. Transaction manager, synchronizations and threads may be
 * available to the application's own threads only, and are looked up at its start ({@link
 * ResolvedServer}).
 */
public interface Server {

  TransactionManager transactionManager();

  TransactionSynchronizationRegistry synchronizations();

  /**
   * Makes threads that the server manages and that carry the application's context, whatever thread
   * asks for them; may refuse one by null or by an exception.
   */
  ThreadFactory threads();

  DataSource dataSource(String name);

  ConnectionFactory connectionFactory(String name);

  /** A queue by its JNDI name, if it is one, or by the name that the broker knows it by. */
  Queues queue(String name);

  /**
   * The settings of the broker that a connection factory speaks to, where this server can see them.
   *
   * @param factory its JNDI name
   */
  BrokerSettings brokerSettings(String factory);

  /** How many connections a data source has, where this server can see that. */
  PoolSettings poolSettings();
}
