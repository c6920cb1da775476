// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.server;

import jakarta.enterprise.concurrent.ContextService;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.jms.BrokerSettings;
import org.semel.internal.jms.Queues;
import org.semel.internal.loop.Gate;
import org.semel.internal.postgresql.proof.PoolSettings;
import org.semel.internal.server.wildfly.WildFlyBrokerSettings;
import org.semel.internal.server.wildfly.WildFlyPoolSettings;

/**
 * The server's resources in JNDI. Names may still be missing while the server starts its services
 * beside the application, so a look-up waits for a while, and no longer than the application lives.
 */
public final class JndiServer implements Server {

  /**
   * Liberty binds the first, WildFly the others; all of them the manager itself, not a
   * UserTransaction that is bound to an EJB.
   */
  private static final List<String> TRANSACTION_MANAGERS =
      List.of(
          "java:comp/TransactionManager",
          "java:/TransactionManager",
          "java:jboss/TransactionManager");

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

  private final Duration patience;
  private final Gate gate;

  /**
   * The server on which the calling thread runs.
   *
   * @param patience how long a look-up waits for a name
   * @param gate of the application; when it is shut, all waits end
   */
  public JndiServer(Duration patience, Gate gate) {
    this.patience = patience;
    this.gate = gate;
  }

  @Override
  public TransactionManager transactionManager() {
    return lookUp(TransactionManager.class, TRANSACTION_MANAGERS);
  }

  @Override
  public TransactionSynchronizationRegistry synchronizations() {
    return lookUp(
        TransactionSynchronizationRegistry.class,
        List.of("java:comp/TransactionSynchronizationRegistry"));
  }

  @Override
  public ThreadFactory threads() {
    return new ApplicationThreads(
        lookUp(ManagedThreadFactory.class, List.of("java:comp/DefaultManagedThreadFactory")),
        lookUp(ContextService.class, List.of("java:comp/DefaultContextService"))
            .currentContextExecutor());
  }

  @Override
  public DataSource dataSource(String name) {
    return lookUp(DataSource.class, List.of(name));
  }

  @Override
  public ConnectionFactory connectionFactory(String name) {
    return lookUp(ConnectionFactory.class, List.of(name));
  }

  @Override
  public Queues queue(String name) {
    return name.startsWith("java:")
        ? Queues.found(lookUp(Queue.class, List.of(name)))
        : Queues.named(name);
  }

  @Override
  public BrokerSettings brokerSettings(String factory) {
    return new WildFlyBrokerSettings(factory);
  }

  @Override
  public PoolSettings poolSettings() {
    return new WildFlyPoolSettings();
  }

  private <T> T lookUp(Class<T> type, List<String> names) {
    long until = System.nanoTime() + patience.toNanos();
    while (true) {
      for (String name : names) {
        Optional<T> found = find(type, name);
        if (found.isPresent()) {
          return found.get();
        }
      }
      if (gate.isShut() || System.nanoTime() - until >= 0) {
        throw missing(type, String.join(" or ", names), null);
      }
      gate.pause(BETWEEN_LOOKS);
    }
  }

  /**
   * Names come from the server's own configuration, never from a message; what lies under them is
   * the server's.
   */
  @SuppressWarnings("BanJNDI")
  private static <T> Optional<T> find(Class<T> type, String name) {
    if (name.contains(":") && !name.startsWith("java:")) {
      throw missing(type, name + ", which is not a name of this server", null);
    }
    try {
      Object found = InitialContext.doLookup(name);
      if (type == Queue.class && found instanceof Topic && !(found instanceof Queue)) {
        throw topic(name);
      }
      return Optional.of(type.cast(found));
    } catch (NameNotFoundException e) {
      return Optional.empty();
    } catch (NamingException | ClassCastException e) {
      throw missing(type, name, e);
    }
  }

  /**
   * Messages that arrive while no consumer runs would be lost: a durable subscription must hold
   * them.
   */
  private static SemelException topic(String name) {
    return new SemelException(
        Code.TOPIC_REFUSED,
        name
            + " is a topic. Let the queue of a durable subscription hold its messages, and name that: with Artemis"
            + " semel.consumer.<name>.queue=address::queue (docs/estates.md).");
  }

  private static SemelException missing(Class<?> type, String name, @Nullable Exception cause) {
    return new SemelException(
        Code.RESOURCE_NOT_FOUND,
        "There is no "
            + type.getSimpleName()
            + " at "
            + name
            + "; create it in the server's configuration (server-config/README.md).",
        cause);
  }
}
