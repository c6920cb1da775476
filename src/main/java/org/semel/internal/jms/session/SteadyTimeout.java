// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.jms.session;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * Does not set a timeout that the resource manager already has: a value is effective until another
 * one is set ({@link XAResource#setTransactionTimeout(int)}), and setting it costs a round trip to
 * the broker. For a resource that is enlisted again and again; one thread at a time.
 */
final class SteadyTimeout implements XAResource {

  private static final int NOT_SET = -1;

  private final XAResource resource;
  private int seconds = NOT_SET;
  private boolean taken;

  SteadyTimeout(XAResource resource) {
    this.resource = resource;
  }

  @Override
  public boolean setTransactionTimeout(int next) throws XAException {
    if (next != seconds) {
      seconds = NOT_SET; // should the call fail, nobody knows
      taken = resource.setTransactionTimeout(next);
      seconds = next;
    }
    return taken;
  }

  @Override
  public int getTransactionTimeout() throws XAException {
    return resource.getTransactionTimeout();
  }

  @Override
  public boolean isSameRM(XAResource other) throws XAException {
    return resource.isSameRM(other instanceof SteadyTimeout steady ? steady.resource : other);
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
  public Xid[] recover(int flag) throws XAException {
    return resource.recover(flag);
  }
}
