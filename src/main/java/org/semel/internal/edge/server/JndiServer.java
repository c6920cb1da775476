// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.server;

import jakarta.enterprise.concurrent.ContextService;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Queue;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.edge.jms.Queues;
import org.semel.internal.engine.loop.Gate;

/** The server's resources in JNDI. */
public final class JndiServer implements Server {

  private static final String GENERAL =
      "create it in the server's configuration (server-config/README.md).";

  private final ServerPlatform platform;
  private final JndiNames names;

  /**
   * A server that is known.
   *
   * @param patience how long a look-up waits for a name
   * @param gate of the application; when it is shut, all waits end
   */
  JndiServer(ServerPlatform platform, Duration patience, Gate gate) {
    this.platform = platform;
    this.names = new JndiNames(patience, gate, platform::create);
  }

  /**
   * The server on which the calling thread runs.
   *
   * @throws SemelException if it is none of those that Semel knows
   */
  public static JndiServer here(Duration patience, Gate gate) {
    JndiNames all = new JndiNames(patience, gate, (type, name) -> GENERAL);
    List<ServerPlatform> known = ServerPlatform.all();
    return new JndiServer(
        all.await(() -> running(known, all)).orElseThrow(() -> unknown(known)), patience, gate);
  }

  private static Optional<ServerPlatform> running(List<ServerPlatform> known, JndiNames names) {
    return known.stream().filter(platform -> runs(platform, names)).findFirst();
  }

  private static boolean runs(ServerPlatform platform, JndiNames names) {
    return platform.transactionManagers().stream()
        .flatMap(name -> names.find(TransactionManager.class, name).stream())
        .anyMatch(platform::isServerOf);
  }

  private static SemelException unknown(List<ServerPlatform> known) {
    String tried =
        String.join(
            " or ", known.stream().flatMap(each -> each.transactionManagers().stream()).toList());
    return new SemelException(
        Code.RESOURCE_NOT_FOUND,
        "There is no TransactionManager at "
            + tried
            + ", or that of a server which Semel does not know; "
            + GENERAL);
  }

  @Override
  public ServerPlatform platform() {
    return platform;
  }

  @Override
  public TransactionManager transactionManager() {
    return names.lookUp(TransactionManager.class, platform.transactionManagers());
  }

  @Override
  public TransactionSynchronizationRegistry synchronizations() {
    return names.lookUp(
        TransactionSynchronizationRegistry.class,
        List.of("java:comp/TransactionSynchronizationRegistry"));
  }

  @Override
  public ThreadFactory threads() {
    return new ApplicationThreads(
        names.lookUp(ManagedThreadFactory.class, List.of("java:comp/DefaultManagedThreadFactory")),
        names
            .lookUp(ContextService.class, List.of("java:comp/DefaultContextService"))
            .currentContextExecutor());
  }

  @Override
  public DataSource dataSource(String name) {
    return resource(DataSource.class, name);
  }

  @Override
  public ConnectionFactory connectionFactory(String name) {
    return resource(ConnectionFactory.class, name);
  }

  @Override
  public Queues queue(String name) {
    return name.startsWith("java:")
        ? Queues.found(names.lookUp(Queue.class, List.of(name)))
        : Queues.named(name);
  }

  /** One that the configuration names, as the server may bind it under another name. */
  private <T> T resource(Class<T> type, String name) {
    return names.lookUp(type, Stream.of(name, platform.bound(name)).distinct().toList());
  }
}
