// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos.small;

import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.arjuna.common.recoveryPropertyManager;
import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.internal.arjuna.recovery.AtomicActionRecoveryModule;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTANodeNameXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTATransactionLogXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import com.arjuna.ats.jta.TransactionManager;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.agroal.api.configuration.supplier.AgroalConnectionFactoryConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalConnectionPoolConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.exceptionsorter.PostgreSQLExceptionSorter;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.semel.estate.Postgres;
import org.semel.xa.PostgresXADataSource;

/** What a server gives an application: a transaction manager that recovers, and a pool. */
final class Machinery {

  private final Settings settings;

  Machinery(Settings settings) {
    this.settings = settings;
    try {
      arjPropertyManager.getObjectStoreEnvironmentBean().setObjectStoreDir(settings.log());
      arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier(settings.node());
      jtaPropertyManager
          .getJTAEnvironmentBean()
          .setXAResourceRecordWrappingPlugin(new Named.InTheLog());
    } catch (CoreEnvironmentBeanException e) {
      throw new IllegalStateException(e);
    }
  }

  jakarta.transaction.TransactionManager manager() {
    return TransactionManager.transactionManager();
  }

  /** As a server does it: every second, with a look at orphans that are two seconds old. */
  void recover() {
    var recovery = recoveryPropertyManager.getRecoveryEnvironmentBean();
    recovery.setPeriodicRecoveryPeriod(1);
    recovery.setRecoveryBackoffPeriod(1);
    recovery.setRecoveryModuleClassNames(
        List.of(AtomicActionRecoveryModule.class.getName(), XARecoveryModule.class.getName()));
    var jta = jtaPropertyManager.getJTAEnvironmentBean();
    jta.setXaRecoveryNodes(List.of(settings.node()));
    jta.setOrphanSafetyInterval(2_000);
    jta.setXaResourceOrphanFilterClassNames(
        List.of(
            JTATransactionLogXAResourceOrphanFilter.class.getName(),
            JTANodeNameXAResourceOrphanFilter.class.getName()));
    RecoveryManager manager = RecoveryManager.manager(RecoveryManager.INDIRECT_MANAGEMENT);
    XARecoveryModule branches = XARecoveryModule.getRegisteredXARecoveryModule();
    branches.addXAResourceRecoveryHelper(Reach.database(settings));
    branches.addXAResourceRecoveryHelper(Reach.broker(settings));
    manager.startRecoveryManagerThread();
  }

  AgroalDataSource pool() {
    try {
      return AgroalDataSource.from(
          new AgroalDataSourceConfigurationSupplier().connectionPoolConfiguration(this::sized));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private AgroalConnectionPoolConfigurationSupplier sized(
      AgroalConnectionPoolConfigurationSupplier pool) {
    if (!isLocal()) {
      pool.transactionIntegration(
          new ActiveOnly(manager(), new TransactionSynchronizationRegistryImple(), Named.DATABASE));
    }
    return pool.maxSize(20)
        .acquisitionTimeout(Duration.ofSeconds(5))
        .exceptionSorter(new PostgreSQLExceptionSorter())
        .connectionFactoryConfiguration(this::connections);
  }

  private boolean isLocal() {
    return settings.kind() == Kind.NON_XA || settings.kind() == Kind.STOCK_REPOSITORY;
  }

  private AgroalConnectionFactoryConfigurationSupplier connections(
      AgroalConnectionFactoryConfigurationSupplier connections) {
    if (settings.kind() == Kind.REPEATABLE_READ) {
      connections.jdbcTransactionIsolation(TransactionIsolation.REPEATABLE_READ);
    }
    Class<?> driver = isLocal() ? org.postgresql.Driver.class : PostgresXADataSource.class;
    return connections
        .connectionProviderClass(driver)
        .jdbcUrl(settings.url())
        .principal(new NamePrincipal(Postgres.ROLE))
        .credential(new SimplePassword(Postgres.PASSWORD));
  }
}
