// SPDX-License-Identifier: Apache-2.0
package org.semel.small;

import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import com.arjuna.ats.jta.TransactionManager;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.exceptionsorter.PostgreSQLExceptionSorter;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import io.agroal.narayana.NarayanaTransactionIntegration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.messaginghub.pooled.jms.JmsPoolXAConnectionFactory;
import org.semel.estate.Postgres;
import org.semel.internal.edge.jta.JtaTransactions;
import org.semel.internal.edge.postgresql.Jdbc;
import org.semel.internal.engine.tx.Transactions;
import org.semel.xa.PostgresXADataSource;

/**
 * What a server gives an application, in this virtual machine: real PostgreSQL, real Narayana, an
 * XA pool between them. Started once and shared by all tests that need no more; ends with the
 * machine.
 */
public final class SmallServer {

  private static final SmallServer SHARED = new SmallServer();

  private final Postgres postgres;
  private final AgroalDataSource pool;
  private final AgroalDataSource moved;
  private final Broker broker;
  private final JmsPoolXAConnectionFactory factory = new JmsPoolXAConnectionFactory();
  private final Transactions transactions;
  private final Recovery recovery;

  private SmallServer() {
    try {
      Path directory = Files.createTempDirectory(Path.of("target"), "small-server-");
      arjPropertyManager
          .getObjectStoreEnvironmentBean()
          .setObjectStoreDir(directory.resolve("txlog").toString());
      arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier("small");
      postgres = Postgres.startUnflushed(directory); // no test cuts the power
      Runtime.getRuntime().addShutdownHook(new Thread(postgres::close));
      recovery = new Recovery();
      pool = pool(postgres, PostgresXADataSource.class);
      moved = pool(postgres.jdbcUrl(), PostgresXADataSource.class, "SET search_path TO pg_catalog");
      broker = Broker.start(directory);
      Runtime.getRuntime().addShutdownHook(new Thread(broker::stop));
      factory.setConnectionFactory(broker.xaFactory());
      factory.setTransactionManager(manager());
      transactions =
          new JtaTransactions(
              TransactionManager.transactionManager(),
              new TransactionSynchronizationRegistryImple());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (CoreEnvironmentBeanException | SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  public static SmallServer shared() {
    return SHARED;
  }

  public Postgres postgres() {
    return postgres;
  }

  /** An outage of the database begins. It ends by {@link #databaseStarts}. */
  public void databaseStops() {
    postgres.stop();
  }

  /** It is there again, and no session from before is given to the next test. */
  public void databaseStarts() {
    postgres.start();
    pool.flush(AgroalDataSource.FlushMode.GRACEFUL);
    moved.flush(AgroalDataSource.FlushMode.GRACEFUL);
  }

  public Transactions transactions() {
    return transactions;
  }

  public jakarta.transaction.TransactionManager manager() {
    return TransactionManager.transactionManager();
  }

  public jakarta.transaction.TransactionSynchronizationRegistry synchronizations() {
    return new TransactionSynchronizationRegistryImple();
  }

  public AgroalDataSource dataSource() {
    return pool;
  }

  /** Another pool, each of whose sessions somebody has led away from all tables. */
  public AgroalDataSource movedSessions() {
    return moved;
  }

  public Jdbc jdbc() {
    return new Jdbc(pool);
  }

  public Recovery recovery() {
    return recovery;
  }

  public Broker broker() {
    return broker;
  }

  /** What a server calls its pooled XA connection factory. */
  public JmsPoolXAConnectionFactory factory() {
    return factory;
  }

  /** A pool that takes part in transactions, of connections by this driver class. */
  public static AgroalDataSource pool(Postgres postgres, Class<?> driver) throws SQLException {
    return pool(postgres.jdbcUrl(), driver);
  }

  /** The same for another database. */
  public static AgroalDataSource pool(String url, Class<?> driver) throws SQLException {
    return pool(url, driver, "");
  }

  private static AgroalDataSource pool(String url, Class<?> driver, String initially)
      throws SQLException {
    return AgroalDataSource.from(
        new AgroalDataSourceConfigurationSupplier()
            .connectionPoolConfiguration(
                configuration ->
                    configuration
                        .maxSize(40)
                        .acquisitionTimeout(Duration.ofMinutes(1))
                        .exceptionSorter(new PostgreSQLExceptionSorter())
                        .transactionIntegration(
                            new NarayanaTransactionIntegration(
                                TransactionManager.transactionManager(),
                                new TransactionSynchronizationRegistryImple()))
                        .connectionFactoryConfiguration(
                            factory ->
                                factory
                                    .connectionProviderClass(driver)
                                    .initialSql(initially)
                                    .jdbcUrl(url)
                                    .principal(new NamePrincipal(Postgres.ROLE))
                                    .credential(new SimplePassword(Postgres.PASSWORD)))));
  }
}
