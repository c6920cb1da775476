// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server;

import jakarta.jms.ConnectionFactory;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.concurrent.ThreadFactory;
import javax.sql.DataSource;
import org.semel.internal.desk.watch.Tracing;
import org.semel.internal.edge.jms.Queues;

/**
 * The services that a server gives an application. Transaction manager, synchronizations and
 * threads may be available to the application's own threads only, and are looked up at its start
 * ({@link ResolvedServer}). The differences between servers are behind {@link #platform()}.
 */
public interface Server {

  /** The part in which this server differs from others. */
  ServerPlatform platform();

  TransactionManager transactionManager();

  TransactionSynchronizationRegistry synchronizations();

  /**
   * Makes threads that the server manages and that carry the application's context, whatever thread
   * asks for them; may refuse one by null or by an exception.
   */
  ThreadFactory threads();

  /** Whether these threads run by now, so that one may wait for them. */
  default boolean runsThreads() {
    return platform().threads() == ServerPlatform.Threads.AT_ONCE;
  }

  /** Spans, if it takes any. */
  default Tracing tracing() {
    return Tracing.OFF;
  }

  DataSource dataSource(String name);

  ConnectionFactory connectionFactory(String name);

  /** A queue by its JNDI name, if it is one, or by the name that the broker knows it by. */
  Queues queue(String name);
}
