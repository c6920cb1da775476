// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos.small;

import com.arjuna.ats.internal.jta.resources.arjunacore.XAResourceRecord;
import com.arjuna.ats.internal.jta.resources.arjunacore.XAResourceRecordWrappingPlugin;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jboss.tm.XAResourceWrapper;

/**
 * A resource with a name, as a server's pools give it one: by that name recovery knows that it has
 * asked this very database or broker, and that a branch which is not there any more has ended.
 */
record Named(XAResource resource, String name) implements XAResourceWrapper {

  static final String DATABASE = "database";
  static final String BROKER = "broker";

  /** Writes the names into the transaction manager's log. */
  static final class InTheLog implements XAResourceRecordWrappingPlugin {
    @Override
    public void transcribeWrapperData(XAResourceRecord branch) {
      if (branch.value() instanceof XAResourceWrapper named) {
        branch.setProductName(named.getProductName());
        branch.setProductVersion(named.getProductVersion());
        branch.setJndiName(named.getJndiName());
      }
    }

    @Override
    public Integer getEISName(XAResource resource) {
      return 0;
    }

    @Override
    public String getEISName(Integer number) {
      return "";
    }
  }

  @Override
  public XAResource getResource() {
    return resource;
  }

  @Override
  public String getProductName() {
    return name;
  }

  @Override
  public String getProductVersion() {
    return "";
  }

  @Override
  public String getJndiName() {
    return name;
  }

  @Override
  public void start(Xid xid, int flags) throws XAException {
    resource.start(xid, flags);
  }

  @Override
  public void end(Xid xid, int flags) throws XAException {
    resource.end(xid, flags);
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    return resource.prepare(xid);
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    resource.commit(xid, onePhase);
  }

  @Override
  public void rollback(Xid xid) throws XAException {
    resource.rollback(xid);
  }

  @Override
  public void forget(Xid xid) throws XAException {
    resource.forget(xid);
  }

  @Override
  public Xid[] recover(int flags) throws XAException {
    return resource.recover(flags);
  }

  @Override
  public boolean isSameRM(XAResource other) throws XAException {
    return resource.isSameRM(other instanceof Named named ? named.resource : other);
  }

  @Override
  public int getTransactionTimeout() throws XAException {
    return resource.getTransactionTimeout();
  }

  @Override
  public boolean setTransactionTimeout(int seconds) throws XAException {
    return resource.setTransactionTimeout(seconds);
  }
}
