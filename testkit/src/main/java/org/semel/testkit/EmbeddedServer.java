// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.arjuna.common.recoveryPropertyManager;
import com.arjuna.ats.arjuna.coordinator.ActionManager;
import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.arjuna.recovery.RecoveryModule;
import com.arjuna.ats.internal.arjuna.recovery.AtomicActionRecoveryModule;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTAActionStatusServiceXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTANodeNameXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTATransactionLogXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import com.arjuna.ats.jta.xa.XidImple;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import jakarta.jms.XAConnection;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.apache.activemq.artemis.api.core.ActiveMQDisconnectedException;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.jdbc.PreferQueryMode;
import org.semel.xa.PostgresXADataSource;

/**
 * PostgreSQL, Artemis and Narayana in this virtual machine, once for all tests of it. They outlive
 * the applications that die.
 */
final class EmbeddedServer {

  static final String ROLE = "semel";
  static final String PASSWORD = "once";
  static final String DEAD_LETTERS = "DLQ";

  private static final String NODE = "semel-testkit";
  private static final Duration GONE = Duration.ofMinutes(1);

  private static final String SESSIONS =
      "SELECT pid FROM pg_stat_activity WHERE usename = '"
          + ROLE
          + "' AND datname = current_database()";
  private static final String BROKER = "vm://0";
  private static final String OWN = "org/semel/postgresql/";

  private static final Logger BROKERS_LOG = Logger.getLogger("org.apache.activemq.artemis");

  private static final class Shared {
    static final EmbeddedServer SERVER = new EmbeddedServer();
  }

  private final EmbeddedPostgres postgres;
  private final EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
  private final RecoveryManager recovery;
  private final Path transactions;
  private final Map<List<String>, String> templates = new ConcurrentHashMap<>();
  private @Nullable Backends outside;
  private int databases;

  private EmbeddedServer() {
    BROKERS_LOG.setLevel(Level.SEVERE); // it warns of each session that is lost
    try {
      Path directory = Files.createTempDirectory("semel-testkit-");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(directory)));
      transactions = directory.resolve("transactions");
      keepTransactionsIn(transactions);
      jtaPropertyManager.getJTAEnvironmentBean().setXaRecoveryNodes(List.of(NODE));
      jtaPropertyManager.getJTAEnvironmentBean().setOrphanSafetyInterval(0);
      jtaPropertyManager
          .getJTAEnvironmentBean()
          .setXaResourceOrphanFilterClassNames(
              List.of(
                  JTAActionStatusServiceXAResourceOrphanFilter.class.getName(),
                  JTATransactionLogXAResourceOrphanFilter.class.getName(),
                  JTANodeNameXAResourceOrphanFilter.class.getName()));
      recoveryPropertyManager
          .getRecoveryEnvironmentBean()
          .setRecoveryModuleClassNames(
              List.of(
                  AtomicActionRecoveryModule.class.getName(), XARecoveryModule.class.getName()));
      recovery = RecoveryManager.manager(RecoveryManager.DIRECT_MANAGEMENT);
      postgres =
          EmbeddedPostgres.builder()
              .setServerConfig("max_prepared_transactions", "64")
              .setServerConfig("max_connections", "300")
              .setServerConfig("fsync", "off")
              .start();
      broker.setConfiguration(configuration(directory.resolve("artemis"))).start();
      queue(DEAD_LETTERS);
    } catch (CoreEnvironmentBeanException e) {
      throw new IllegalStateException(e);
    } catch (Exception e) {
      throw new IllegalStateException("The test kit's server does not start: " + e.getMessage(), e);
    }
  }

  static EmbeddedServer shared() {
    return Shared.SERVER;
  }

  /** The transaction manager of this virtual machine, its log in this directory. */
  static void keepTransactionsIn(Path directory) throws CoreEnvironmentBeanException {
    arjPropertyManager.getObjectStoreEnvironmentBean().setObjectStoreDir(directory.toString());
    arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier(NODE);
  }

  /** Where that log is. */
  Path transactions() {
    return transactions;
  }

  /** For applications in this virtual machine. */
  Backends inside() {
    return new Backends(url(""), BROKER);
  }

  /** For applications in virtual machines of their own. */
  synchronized Backends outside() throws Exception {
    if (outside == null) {
      int port;
      try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        port = free.getLocalPort();
      }
      String address = "tcp://localhost:" + port;
      broker.getActiveMQServer().getRemotingService().createAcceptor("tcp", address).start();
      outside = new Backends(url(""), address);
    }
    return outside;
  }

  private void end(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      postgres.close();
      broker.stop();
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (Exception e) {
      System.err.println("The test kit leaves " + directory + " behind: " + e);
    }
  }

  /** A new database with Semel's tables and those of these scripts; its name. */
  synchronized String database(List<String> scripts) throws SQLException, IOException {
    String template = templates.get(scripts);
    if (template == null) {
      template = create("postgres");
      for (String script : migrations()) {
        execute(template, script);
      }
      execute(
          template,
          resource(OWN + "rights.sql")
              .replace(":\"role\"", ROLE)
              .replace(":'role'", "'" + ROLE + "'")
              .replace(":'password'", "'" + PASSWORD + "'"));
      for (String script : scripts) {
        execute(template, resource(script));
      }
      templates.put(scripts, template);
    }
    return create(template);
  }

  private String create(String template) throws SQLException {
    String name = "kit" + ++databases;
    execute(
        "postgres",
        "CREATE DATABASE " + name + (template.equals("postgres") ? "" : " TEMPLATE " + template));
    return name;
  }

  void drop(String database) throws SQLException {
    execute("postgres", "DROP DATABASE IF EXISTS " + database + " WITH (FORCE)");
  }

  String url(String database) {
    return "jdbc:postgresql://localhost:" + postgres.getPort() + "/" + database;
  }

  /** The owner's view of a database. */
  DataSource owner(String database) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(url(database));
    source.setUser("postgres");
    source.setPreferQueryMode(PreferQueryMode.SIMPLE); // a script is one text to the server
    return source;
  }

  void execute(String database, String sql) throws SQLException {
    try (Connection connection = owner(database).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The first column of what is selected. */
  List<String> texts(String database, String sql) throws SQLException {
    try (Connection connection = owner(database).getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> texts = new ArrayList<>();
      while (rows.next()) {
        texts.add(String.valueOf(rows.getString(1)));
      }
      return texts;
    }
  }

  /** Creates a queue, unless it is there. */
  void queue(String name) throws Exception {
    broker
        .getActiveMQServer()
        .createQueue(
            QueueConfiguration.of(name)
                .setRoutingType(RoutingType.ANYCAST)
                .setDurable(true)
                .setAutoCreateAddress(true),
            true);
  }

  /** Throws away what is in all queues. */
  void emptyQueues() throws Exception {
    for (String name : broker.getActiveMQServer().getActiveMQServerControl().getQueueNames()) {
      located(name).deleteAllReferences();
    }
  }

  /** How many messages are in a queue, those with consumers included. */
  long messages(String queue) {
    return located(queue).getMessageCount();
  }

  private Queue located(String name) {
    return broker.getActiveMQServer().locateQueue(SimpleString.of(name));
  }

  /**
   * A machine has died: database and broker lose its sessions, and the transaction manager forgets
   * what it had in memory. What was prepared stays so.
   */
  void forget(Set<Xid> transactions) throws SQLException {
    endSessions();
    for (RemotingConnection connection :
        List.copyOf(broker.getActiveMQServer().getRemotingService().getConnections())) {
      connection.fail(new ActiveMQDisconnectedException("died"));
    }
    transactions.forEach(
        one -> ActionManager.manager().remove(new XidImple(one).getTransactionUid()));
  }

  private void endSessions() throws SQLException {
    execute(
        "postgres",
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '" + ROLE + "'");
  }

  /**
   * Waits until a machine that has died has no session any more: what it prepares comes first. A
   * thread of it may have got one while the others were ended.
   */
  void awaitGone(String database) throws SQLException {
    long end = System.nanoTime() + GONE.toNanos();
    while (!texts(database, SESSIONS).isEmpty()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(
            "After " + GONE + " a machine that has died still has sessions in " + database);
      }
      endSessions();
      LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
    }
  }

  /** The transaction manager's recovery, as it runs in a server from time to time. */
  void recover(String database) throws Exception {
    PostgresXADataSource source = new PostgresXADataSource();
    source.setUrl(url(database));
    source.setUser(ROLE);
    source.setPassword(PASSWORD);
    javax.sql.XAConnection session = source.getXAConnection();
    try (ActiveMQXAConnectionFactory factory = inside().branching();
        XAConnection connection = factory.createXAConnection()) {
      scan(List.of(session.getXAResource(), connection.createXASession().getXAResource()));
    } finally {
      session.close();
    }
  }

  private synchronized void scan(List<XAResource> resources) {
    XAResourceRecoveryHelper helper =
        new XAResourceRecoveryHelper() {
          @Override
          public boolean initialise(String parameter) {
            return true;
          }

          @Override
          public XAResource[] getXAResources() {
            return resources.toArray(XAResource[]::new);
          }
        };
    XARecoveryModule branches = XARecoveryModule.getRegisteredXARecoveryModule();
    branches.addXAResourceRecoveryHelper(helper);
    for (int scan = 0; scan < 2; scan++) { // what no log knows must be seen twice
      recovery.getModules().forEach(RecoveryModule::periodicWorkFirstPass);
      recovery.getModules().forEach(RecoveryModule::periodicWorkSecondPass);
    }
    branches.removeXAResourceRecoveryHelper(helper);
  }

  private static List<String> migrations() throws IOException {
    String folder = OWN + "migrations";
    try {
      URI place =
          Objects.requireNonNull(EmbeddedServer.class.getClassLoader().getResource(folder), folder)
              .toURI();
      if (!place.getScheme().equals("jar")) {
        return read(Path.of(place));
      }
      try (FileSystem jar = FileSystems.newFileSystem(place, Map.of())) {
        return read(jar.getPath(folder));
      }
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  private static List<String> read(Path folder) throws IOException {
    List<String> scripts = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file :
          files
              .filter(one -> one.getFileName().toString().matches("V\\d+__.*\\.sql"))
              .sorted(
                  Comparator.comparingInt(
                      one ->
                          Integer.parseInt(
                              one.getFileName().toString().replaceAll("^V(\\d+)__.*", "$1"))))
              .toList()) {
        scripts.add(Files.readString(file));
      }
    }
    return scripts;
  }

  private static String resource(String name) throws IOException {
    ClassLoader application = Thread.currentThread().getContextClassLoader();
    try (InputStream in = application.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException(
            "There is no " + name + " on the class path (scripts of @SemelTest).");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static ConfigurationImpl configuration(Path directory) throws Exception {
    ConfigurationImpl configuration = new ConfigurationImpl();
    configuration
        .setPersistenceEnabled(true)
        .setMaxDiskUsage(-1) // else all producers wait once a disk is nine tenths full
        .setSecurityEnabled(false)
        .setJournalType(JournalType.NIO)
        .setJournalDatasync(false) // no test cuts the power
        .setJournalDirectory(directory.resolve("journal").toString())
        .setBindingsDirectory(directory.resolve("bindings").toString())
        .setPagingDirectory(directory.resolve("paging").toString())
        .setLargeMessagesDirectory(directory.resolve("large").toString())
        .setNodeManagerLockDirectory(directory.resolve("lock").toString())
        .addAcceptorConfiguration("vm", BROKER)
        .addAddressSetting(
            "#",
            new AddressSettings()
                .setDeadLetterAddress(SimpleString.of(DEAD_LETTERS))
                .setExpiryAddress(SimpleString.of(DEAD_LETTERS))
                .setMaxDeliveryAttempts(50)
                .setAutoCreateQueues(false)
                .setAutoCreateAddresses(false));
    return configuration;
  }
}
