// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server;

import jakarta.jms.ConnectionFactory;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import javax.sql.DataSource;
import org.semel.internal.desk.watch.Tracing;
import org.semel.internal.edge.jms.Queues;

/**
 * A server whose names in {@code java:comp} were looked up at the application's start: other
 * threads, Camel's own among them, do not see these names. A route that starts later needs none.
 *
 * @param threads carry the application's context, whichever thread asks for them
 * @param names looks up names of the whole server
 * @param tracing spans, if the server takes any
 */
public record ResolvedServer(
    TransactionManager transactionManager,
    TransactionSynchronizationRegistry synchronizations,
    FirstThread threads,
    Server names,
    Tracing tracing)
    implements Server {

  /** Finds it, on the calling thread, which must be one of the application's. */
  public static ResolvedServer of(Server server, Tracing tracing) {
    return new ResolvedServer(
        server.transactionManager(),
        server.synchronizations(),
        new FirstThread(server.threads()),
        server,
        tracing);
  }

  @Override
  public ServerPlatform platform() {
    return names.platform();
  }

  @Override
  public boolean runsThreads() {
    return threads.ran() || names.runsThreads();
  }

  @Override
  public DataSource dataSource(String name) {
    return names.dataSource(name);
  }

  @Override
  public ConnectionFactory connectionFactory(String name) {
    return names.connectionFactory(name);
  }

  @Override
  public Queues queue(String name) {
    return names.queue(name);
  }
}
