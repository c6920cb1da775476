// SPDX-License-Identifier: Apache-2.0
package org.semel.small;

import com.arjuna.ats.arjuna.common.recoveryPropertyManager;
import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.internal.arjuna.recovery.AtomicActionRecoveryModule;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTAActionStatusServiceXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTANodeNameXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTATransactionLogXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import jakarta.jms.JMSException;
import jakarta.jms.XAConnectionFactory;
import java.sql.SQLException;
import java.util.List;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;

/** The transaction manager's recovery, run when a test says so. */
public final class Recovery {

  private final RecoveryManager manager;
  private final XARecoveryModule branches;
  private boolean sparing;

  Recovery() {
    recoveryPropertyManager.getRecoveryEnvironmentBean().setRecoveryBackoffPeriod(1);
    recoveryPropertyManager
        .getRecoveryEnvironmentBean()
        .setRecoveryModuleClassNames(
            List.of(AtomicActionRecoveryModule.class.getName(), XARecoveryModule.class.getName()));
    jtaPropertyManager.getJTAEnvironmentBean().setXaRecoveryNodes(List.of("small"));
    jtaPropertyManager.getJTAEnvironmentBean().setOrphanSafetyInterval(0);
    jtaPropertyManager
        .getJTAEnvironmentBean()
        .setXaResourceOrphanFilterClassNames(
            List.of(
                JTATransactionLogXAResourceOrphanFilter.class.getName(),
                JTANodeNameXAResourceOrphanFilter.class.getName()));
    manager = RecoveryManager.manager(RecoveryManager.DIRECT_MANAGEMENT);
    branches = XARecoveryModule.getRegisteredXARecoveryModule();
  }

  /**
   * Leaves alone, from now on, what still runs in this virtual machine, as a server's does. Without
   * this it is as that of a server that has been started anew.
   */
  public synchronized void sparesWhatRuns() {
    if (!sparing) {
      sparing = true;
      branches.addXAResourceOrphanFilter(new JTAActionStatusServiceXAResourceOrphanFilter());
    }
  }

  /** Runs one pass over the log and over what this database has prepared. */
  public void scan(XADataSource database) {
    try {
      XAConnection connection = database.getXAConnection();
      scan(connection.getXAResource());
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs one pass over the log and over what this broker has prepared. */
  public void scan(XAConnectionFactory broker) {
    try (var connection = broker.createXAConnection()) {
      scan(connection.createXASession().getXAResource());
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }

  private void scan(XAResource resource) {
    Helper helper = new Helper(resource);
    branches.addXAResourceRecoveryHelper(helper);
    manager.scan();
    branches.removeXAResourceRecoveryHelper(helper);
  }

  private record Helper(XAResource resource) implements XAResourceRecoveryHelper {

    @Override
    public boolean initialise(String parameter) {
      return true;
    }

    @Override
    public XAResource[] getXAResources() {
      return new XAResource[] {resource};
    }
  }
}
