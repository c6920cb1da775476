// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.XAConnectionFactory;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.Resource;
import org.apache.camel.support.DefaultRegistry;
import org.eclipse.microprofile.config.Config;
import org.messaginghub.pooled.jms.JmsPoolXAConnectionFactory;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.boot.config.file.ConfigWithPolicies;
import org.semel.internal.boot.config.file.PolicyFile;
import org.semel.internal.edge.jms.Queues;
import org.semel.internal.edge.server.InjectedDataSources.Injected;
import org.semel.internal.edge.server.Server;
import org.semel.internal.edge.server.ServerPlatform;
import org.semel.internal.edge.server.wildfly.WildFlyPlatform;
import org.semel.operations.Operations;
import org.semel.small.Broker;
import org.semel.small.Jms;
import org.semel.small.SmallServer;
import org.semel.small.Unwaiting;

/**
 * Semel as it runs in a server, over the small one: real Camel, broker, database and transaction
 * manager.
 */
public final class SmallEstate implements AutoCloseable {

  /** JNDI name of a connection factory that the server does not enlist. */
  public static final String PLAIN = "jms/plain";

  /** JNDI name of an XA connection factory that is not pooled, for {@code receive=direct}. */
  public static final String DIRECT = "jms/direct";

  /** JNDI name of the pooled XA connection factory, as {@link #through} shows it. */
  public static final String POOLED = "jms/pooled";

  private static final String PROBES = "semel.probe";

  public final SmallServer server = SmallServer.shared();
  public final String name;
  public final DefaultCamelContext camel;
  private final Map<String, String> properties = new TreeMap<>();
  private final List<PolicyFile> policies = new ArrayList<>();
  private final Map<String, DataSource> dataSources = new TreeMap<>();
  private final List<Injected> injected = new ArrayList<>();
  private final List<String> lookedUp = new CopyOnWriteArrayList<>();
  private UnaryOperator<ConnectionFactory> through = UnaryOperator.identity();
  private ThreadFactory threads = Thread::new;
  private ServerPlatform platform = SmallPlatform.like(new WildFlyPlatform());
  private Broker broker = server.broker();
  private ConnectionFactory pooled = server.factory();
  private ConnectionFactory sending = server.factory();
  private Runnable endPool = () -> {};
  private volatile Thread starting = Thread.currentThread();
  private SemelEngine engine;

  /** Names are those of the queue, so that tests do not meet in one table. */
  public SmallEstate() {
    this(new DefaultCamelContext(false));
  }

  /** The same, around this context, which has not started, beside the beans that it has. */
  public SmallEstate(DefaultCamelContext camel) {
    this(camel, Jms.queue(SmallServer.shared().broker()));
  }

  /** One that goes on under the name of another one, which has been closed. */
  public SmallEstate(String name) {
    this(new DefaultCamelContext(false), name);
  }

  private SmallEstate(DefaultCamelContext camel, String name) {
    this.camel = camel;
    this.name = name;
    camel.setClassResolver(CamelFiles.over(camel.getClassResolver()));
    server.broker().queue(PROBES);
    with("semel.doctor", "off");
    with("semel.unflushed-database", "accept");
    with("semel.consumer-defaults.receive-wait", "100ms");
    with("semel.consumer-defaults.workers", "2");
    with("semel.consumer-defaults.outage-backoff-first", "20ms");
    with("semel.consumer-defaults.outage-backoff-most", "200ms");
    with("semel.destination-defaults.poll", "50ms");
    with("semel.destination-defaults.backoff-first", "20ms");
    with("semel.destination-defaults.backoff-most", "100ms");
    registry()
        .addBeanRepository(
            new SemelBeans(() -> engine, () -> JtaJms.component(sending, server.manager())));
  }

  /** The context's own, where it can take a repository more, as the one of a server can. */
  private DefaultRegistry registry() {
    if (camel.getRegistry() instanceof DefaultRegistry own) {
      return own;
    }
    DefaultRegistry around = new DefaultRegistry(camel.getRegistry());
    camel.getCamelContextExtension().setRegistry(around);
    return around;
  }

  public SmallEstate with(String key, String value) {
    properties.put(key, value);
    return this;
  }

  /** A line of the policy of its consumer. */
  public SmallEstate consumer(String key, String value) {
    return with("semel.consumer." + name + "." + key, value);
  }

  /** The policy of its consumer as a file in YAML. */
  public SmallEstate policy(String yaml) {
    return policyOf(name, yaml);
  }

  /** The same, of another consumer. */
  public SmallEstate policyOf(String consumer, String yaml) {
    policies.add(
        PolicyFile.read("META-INF/semel/" + consumer + ".yaml", consumer, yaml.getBytes(UTF_8)));
    return this;
  }

  /** Lets {@code jms:} send over the pool by which consumers receive. */
  public void sendingAsItReceives() {
    sending = pooled;
  }

  /** Lets its consumer receive so, over a factory that the protocol can use. */
  public SmallEstate under(String protocol) {
    consumer("protocol", protocol);
    return protocol.equals("xa") ? this : consumer("connection-factory", PLAIN);
  }

  /**
   * Lets {@code jms:} send as over a server's resource adapter, which gives a session that waits
   * for the broker outside a transaction. A pool of XA connections gives none.
   */
  public SmallEstate sendingInNoTransaction() {
    sending = server.broker().plainFactory();
    return this;
  }

  /** Puts something before the connection factory over which {@code jms:} sends. */
  public void sendingThrough(UnaryOperator<ConnectionFactory> watch) {
    sending = watch.apply(sending);
  }

  /** Puts something before every connection factory that a consumer names. */
  public void through(UnaryOperator<ConnectionFactory> watch) {
    through = watch;
  }

  /** So that the start-up proof does not wait for a message that cannot come. */
  public ConnectionFactory unwaiting(ConnectionFactory real) {
    server.broker().empty(PROBES); // of proofs that others have cut short
    return Unwaiting.over(real, () -> server.broker().messages(PROBES) == 0);
  }

  /** Lets all consumers receive from a queue of the estate's name on another broker. */
  public SmallEstate at(Broker other) {
    other.queue(PROBES);
    other.queue(name);
    broker = other;
    return pooling(other.xaFactory());
  }

  /** Lets all consumers receive by a pool over this factory. */
  public SmallEstate pooling(XAConnectionFactory factory) {
    JmsPoolXAConnectionFactory pool = new JmsPoolXAConnectionFactory();
    pool.setConnectionFactory(factory);
    pool.setTransactionManager(server.manager());
    pooled = pool;
    endPool = pool::stop;
    return this;
  }

  /** Binds a data source under a name; under all others there is the server's own. */
  public SmallEstate bind(String name, DataSource dataSource) {
    dataSources.put(name, dataSource);
    return this;
  }

  /** Lets the container inject a data source into a bean of this name. */
  public SmallEstate injecting(String bean, DataSource dataSource) {
    injected.add(new Injected(bean, Optional.of(dataSource)));
    return this;
  }

  /** Lets the container fail to make a bean of this name that has a data source. */
  public SmallEstate failingToMake(String bean) {
    injected.add(new Injected(bean, Optional.empty()));
    return this;
  }

  /** Lets the server behave as this one does, as far as its broker is not concerned. */
  public SmallEstate like(ServerPlatform other) {
    platform = SmallPlatform.like(other);
    return this;
  }

  /** Lets the server make its threads so. */
  public SmallEstate threads(ThreadFactory made) {
    threads = made;
    return this;
  }

  public SmallEstate start(RoutesBuilder... routes) {
    return start(List.of(routes), List.of());
  }

  public SmallEstate start(List<RoutesBuilder> routes, List<Resource> files) {
    starting = Thread.currentThread();
    new Startup(camel, config(), patience -> new Small())
        .injecting(injected)
        .start(routes, files, (made, found) -> engine = made);
    return this;
  }

  public SemelEngine engine() {
    return engine;
  }

  /** What operators may do, once it has started. */
  public Operations operations() {
    return new StartedOperations(() -> engine.operations());
  }

  /** Works on a plan, if there is one, without waiting for the node to look for it. */
  public void worksOnPlans() {
    engine.operations().driver().round();
  }

  /** The names of the data sources that were looked up, in that order. */
  public List<String> lookedUp() {
    return List.copyOf(lookedUp);
  }

  /** Rows of a table that belong to this estate's consumer. */
  public long count(String table, String where) {
    return server
        .postgres()
        .number("SELECT count(*) FROM " + table + " WHERE consumer = ? AND (" + where + ")", name);
  }

  public void send(String key, String body) {
    send(key, body, Map.of());
  }

  /** One message whose header {@code to} names an endpoint. */
  public void sendTo(String to) {
    send("1", "body", Map.of("to", to));
  }

  private void send(String key, String body, Map<String, String> properties) {
    Jms.send(
        server.broker(),
        name,
        context -> {
          var message = context.createTextMessage(body);
          message.setStringProperty("key", key);
          for (Map.Entry<String, String> property : properties.entrySet()) {
            message.setStringProperty(property.getKey(), property.getValue());
          }
          return message;
        });
  }

  public boolean queueIsEmpty() {
    return broker.messages(name) == 0;
  }

  @Override
  public void close() {
    camel.stop();
    endPool.run();
  }

  private Config config() {
    return ConfigWithPolicies.of(WildFlyConfig.of(properties), policies);
  }

  private final class Small implements Server {

    @Override
    public ServerPlatform platform() {
      return platform;
    }

    @Override
    public TransactionManager transactionManager() {
      return here(server.manager());
    }

    @Override
    public TransactionSynchronizationRegistry synchronizations() {
      return here(server.synchronizations());
    }

    @Override
    public ThreadFactory threads() {
      return here(threads);
    }

    /** As a server binds java:comp: for the application's own threads, and not for Camel's. */
    private <T> T here(T bound) {
      if (Thread.currentThread() != starting) {
        throw new SemelException(
            Code.RESOURCE_NOT_FOUND, "java:comp is not on " + Thread.currentThread().getName());
      }
      return bound;
    }

    @Override
    public DataSource dataSource(String name) {
      lookedUp.add(name);
      return dataSources.getOrDefault(name, server.dataSource());
    }

    @Override
    public ConnectionFactory connectionFactory(String name) {
      return switch (name) {
        case PLAIN -> through.apply(broker.plainFactory());
        case DIRECT -> through.apply(broker.xaFactory());
        case POOLED -> through.apply(pooled);
        default -> pooled;
      };
    }

    @Override
    public Queues queue(String name) {
      return Queues.named(name);
    }
  }
}
