// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import com.arjuna.ats.jta.TransactionManager;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.exceptionsorter.PostgreSQLExceptionSorter;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import io.agroal.narayana.NarayanaTransactionIntegration;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import jakarta.enterprise.concurrent.ContextService;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.InjectionTarget;
import jakarta.jms.ConnectionFactory;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.CamelContext;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;
import org.messaginghub.pooled.jms.JmsPoolXAConnectionFactory;
import org.semel.internal.boot.CamelHome;
import org.semel.internal.boot.PolicyFiles;
import org.semel.internal.boot.SemelListener;
import org.semel.internal.boot.config.key.PlacedSource;
import org.semel.internal.boot.routes.RouteFiles.War;
import org.semel.internal.desk.watch.TelemetryHome;
import org.semel.internal.desk.web.ApiHome;

/**
 * One life of an application: from its start, as a server starts it, to its stop or its death. To
 * Semel the kit is a WildFly: CDI injects, JNDI has its names, and a listener begins.
 */
final class Application {

  private static final AtomicInteger LIVES = new AtomicInteger();
  private static final String CONSUMER = "semel.consumer.";

  /** What makes a test wait for no reason. */
  private static final Map<String, String> QUICK =
      Map.of(
          "lease", "1s",
          "poll", "50ms",
          "receive-wait", "50ms",
          "backoff-first", "20ms",
          "backoff-most", "100ms",
          "retry-backoff-first", "20ms",
          "retry-backoff-most", "100ms",
          "outage-backoff-first", "20ms",
          "outage-backoff-most", "200ms",
          "circuit-open", "100ms");

  private final String name = "semel-testkit-" + LIVES.incrementAndGet();
  private final Backends backends;
  private final CrashPoints points;
  private final AgroalDataSource pool;
  private final JmsPoolXAConnectionFactory pooled = new JmsPoolXAConnectionFactory();
  private final PersistenceContexts units;
  private final WeldContainer container;
  private final SemelListener listener;
  private final ServletContextEvent event;

  private Application(
      Setup setup,
      Map<String, String> policy,
      String database,
      CrashPoints points,
      Backends backends)
      throws Exception {
    this.points = points;
    this.backends = backends;
    points.live(name);
    pool = pool(database);
    pooled.setConnectionFactory(StruckBroker.over(backends.branching(), points));
    pooled.setTransactionManager(TransactionManager.transactionManager());
    Config config = config(policy);
    bind(config);
    units = new PersistenceContexts(pool, new TransactionSynchronizationRegistryImple());
    Weld weld =
        new Weld(name)
            .property(Weld.SHUTDOWN_HOOK_SYSTEM_PROPERTY, false)
            .disableDiscovery() // else classes of the class path become beans that no one named
            .addBeanClasses(CamelHome.class, TelemetryHome.class, ApiHome.class)
            .addBeanClasses(setup.beans().toArray(Class<?>[]::new))
            .addExtension(units);
    ServiceLoader.load(Extension.class).forEach(weld::addExtension);
    container = weld.initialize();
    units.open();
    container
        .select(CamelContext.class)
        .get()
        .getCamelContextExtension()
        .addInterceptStrategy(new Steps(() -> points));
    listener = listener(container.getBeanManager());
    event = new ServletContextEvent(servlets(Thread.currentThread().getContextClassLoader()));
    listener.contextInitialized(event);
  }

  /**
   * Starts one.
   *
   * @param policy all of it, as {@link #policy} gives it
   * @throws org.semel.SemelException if Semel refuses it
   */
  static Application start(
      Setup setup,
      Map<String, String> policy,
      String database,
      CrashPoints points,
      Backends backends)
      throws Exception {
    return new Application(setup, policy, database, points, backends);
  }

  /** Stops it as a server does. */
  void stop() {
    listener.contextDestroyed(event);
    container.shutdown();
    units.close();
    pooled.stop();
    pool.close();
  }

  /** The application's own policy, what overrules it, and what a test cannot wait for. */
  static Map<String, String> policy(Setup setup, Provider provider) throws IOException {
    Map<String, String> policy = new TreeMap<>();
    for (ConfigSource file : written()) {
      policy.putAll(file.getProperties());
    }
    policy.replaceAll( // there is one broker
        (key, value) -> key.endsWith(".recovered-by") ? "" : value);
    policy.replaceAll(
        (key, value) ->
            key.startsWith("semel.")
                ? QUICK.getOrDefault(key.substring(key.lastIndexOf('.') + 1), value)
                : value);
    for (String key : Set.of("lease", "poll", "backoff-first", "backoff-most", "circuit-open")) {
      policy.put("semel.destination-defaults." + key, QUICK.get(key));
    }
    for (String key :
        Set.of(
            "lease",
            "poll",
            "receive-wait",
            "retry-backoff-first",
            "retry-backoff-most",
            "outage-backoff-first",
            "outage-backoff-most")) {
      policy.put("semel.consumer-defaults." + key, QUICK.get(key));
    }
    policy.put("semel.consumer-defaults.dead-letter-address", EmbeddedServer.DEAD_LETTERS);
    policy.put("semel.unflushed-database", "accept");
    policy.put("semel.doctor", "off");
    policy.put("semel.patience", "0s");
    setup.providers().forEach(key -> policy.put(key, provider.address(key)));
    policy.putAll(setup.policy());
    return policy;
  }

  /** The properties and the policies in YAML of the application, as it has written them. */
  private static List<ConfigSource> written() throws IOException {
    ClassLoader application = Thread.currentThread().getContextClassLoader();
    List<ConfigSource> files = new ArrayList<>(PolicyFiles.of(War.of(servlets(application))));
    for (URL file :
        Collections.list(application.getResources("META-INF/microprofile-config.properties"))) {
      files.add(new PropertiesConfigSource(file));
    }
    return files;
  }

  /** What the application has written stands behind all that a test says. */
  private static Config config(Map<String, String> policy) throws IOException {
    Config config =
        new SmallRyeConfigBuilder()
            .addDefaultInterceptors()
            .addSystemSources()
            .withSources(
                written().stream()
                    .filter(file -> !(file instanceof PlacedSource)) // Semel reads those itself
                    .toArray(ConfigSource[]::new))
            .withSources(new PropertiesConfigSource(policy, "semel-testkit", 500))
            .build();
    ConfigProviderResolver resolver = ConfigProviderResolver.instance();
    ClassLoader application = Thread.currentThread().getContextClassLoader();
    resolver.releaseConfig(resolver.getConfig(application));
    resolver.registerConfig(config, application);
    return config;
  }

  private void bind(Config config) throws Exception {
    Map<String, Object> names = new TreeMap<>();
    names.put("java:/TransactionManager", TransactionManager.transactionManager());
    names.put(
        "java:comp/TransactionSynchronizationRegistry",
        new TransactionSynchronizationRegistryImple());
    names.put("java:comp/DefaultManagedThreadFactory", threads());
    names.put("java:comp/DefaultContextService", contexts());
    String dataSource =
        config.getOptionalValue("semel.data-source", String.class).orElse("jdbc/semel");
    names.put(dataSource, pool);
    names.put("java:comp/env/" + dataSource, pool);
    names.put("jms/semelXA", pooled);
    for (String key : config.getPropertyNames()) {
      if (key.startsWith("semel.consumer") && key.endsWith(".connection-factory")) {
        names.put(config.getValue(key, String.class), factory(config, key));
      }
    }
    Bindings.install();
    Bindings.bind(names);
  }

  /** The kind of factory that a consumer's policy needs. */
  private ConnectionFactory factory(Config config, String key) {
    String consumer = key.substring(0, key.lastIndexOf('.') + 1);
    if (!config.getOptionalValue(consumer + "protocol", String.class).orElse("xa").equals("xa")) {
      return StruckBroker.over(backends.plain(), points);
    }
    boolean direct =
        config.getOptionalValue(consumer + "receive", String.class).orElse("").equals("direct");
    return direct ? StruckBroker.over(backends.branching(), points) : pooled;
  }

  /** The consumers of a policy and of these names, and the queues from which they receive. */
  static Map<String, String> queues(Map<String, String> policy, Set<String> consumers) {
    Map<String, String> queues = new TreeMap<>();
    Set<String> all = new TreeSet<>(consumers);
    for (String key : policy.keySet()) {
      if (key.startsWith(CONSUMER) && key.lastIndexOf('.') > CONSUMER.length()) {
        all.add(key.substring(CONSUMER.length(), key.lastIndexOf('.')));
      }
    }
    all.forEach(one -> queues.put(one, policy.getOrDefault(CONSUMER + one + ".queue", one)));
    return queues;
  }

  private AgroalDataSource pool(String database) throws SQLException {
    return AgroalDataSource.from(
        new AgroalDataSourceConfigurationSupplier()
            .connectionPoolConfiguration(
                configuration ->
                    configuration
                        .maxSize(60)
                        .acquisitionTimeout(Duration.ofSeconds(20))
                        .exceptionSorter(new PostgreSQLExceptionSorter())
                        .transactionIntegration(
                            new NarayanaTransactionIntegration(
                                TransactionManager.transactionManager(),
                                new TransactionSynchronizationRegistryImple()))
                        .connectionFactoryConfiguration(
                            factory ->
                                factory
                                    .connectionProviderClass(StruckDriver.class)
                                    .jdbcUrl(backends.url(database) + "?ApplicationName=" + name)
                                    .principal(new NamePrincipal(EmbeddedServer.ROLE))
                                    .credential(new SimplePassword(EmbeddedServer.PASSWORD)))));
  }

  private ManagedThreadFactory threads() {
    AtomicInteger number = new AtomicInteger();
    return StruckDriver.proxy(
        ManagedThreadFactory.class,
        name,
        (method, arguments) ->
            CrashPoints.thread((Runnable) arguments[0], name + "-" + number.incrementAndGet()));
  }

  private ContextService contexts() {
    ClassLoader application = Thread.currentThread().getContextClassLoader();
    Executor executor =
        work -> {
          Thread.currentThread().setContextClassLoader(application);
          work.run();
        };
    return StruckDriver.proxy(ContextService.class, name, (method, arguments) -> executor);
  }

  static ServletContext servlets(ClassLoader application) {
    return StruckDriver.proxy(
        ServletContext.class,
        "testkit",
        (method, arguments) ->
            switch (method.getName()) {
              case "getContextPath" -> "/testkit";
              case "getClassLoader" -> application;
              case "getServerInfo" -> "WildFly (Semel's test kit)";
              case "getResourcePaths" -> files(application, String.valueOf(arguments[0]));
              case "getResourceAsStream" ->
                  application.getResourceAsStream(below(String.valueOf(arguments[0])));
              default -> null;
            });
  }

  /** The files of a folder of {@code WEB-INF/classes}, which is the class path here. */
  private static Set<String> files(ClassLoader application, String folder) throws Exception {
    Set<String> found = new LinkedHashSet<>();
    if (folder.startsWith("/WEB-INF/classes/")) {
      for (URL place : Collections.list(application.getResources(below(folder)))) {
        if (place.getProtocol().equals("file")) {
          try (var files = Files.list(Path.of(place.toURI()))) {
            files.forEach(
                file ->
                    found.add(folder + file.getFileName() + (Files.isDirectory(file) ? "/" : "")));
          }
        }
      }
    }
    return found;
  }

  private static String below(String path) {
    return path.replaceFirst("^/WEB-INF/classes/", "").replaceFirst("^/+", "");
  }

  private static SemelListener listener(BeanManager beans) {
    InjectionTarget<SemelListener> target =
        beans
            .getInjectionTargetFactory(beans.createAnnotatedType(SemelListener.class))
            .createInjectionTarget(null);
    CreationalContext<SemelListener> context = beans.createCreationalContext(null);
    SemelListener made = target.produce(context);
    target.inject(made, context);
    return made;
  }
}
