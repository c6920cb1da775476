// SPDX-License-Identifier: Apache-2.0
package org.semel.testkit;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A resource whose prepare and commit are crash points.
 *
 * @param branch whether a branch is open on its session
 */
record StruckResource(XAResource real, String name, CrashPoints points, AtomicBoolean branch)
    implements XAResource {

  static XAResource over(XAResource real, String name, CrashPoints points, AtomicBoolean branch) {
    return new StruckResource(real, name, points, branch);
  }

  @Override
  public void start(Xid xid, int flags) throws XAException {
    points.alive();
    if (name.equals("database") && flags == TMNOFLAGS) {
      points.begin(xid);
    }
    real.start(xid, flags);
    branch.set(true);
  }

  @Override
  public void end(Xid xid, int flags) throws XAException {
    points.alive();
    real.end(xid, flags);
    branch.set(false);
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    points.complete(name + " prepares");
    return real.prepare(xid);
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    points.complete(name + " commits");
    real.commit(xid, onePhase);
    CrashPoints.Step in = points.current();
    if (in != null && in.receives()) {
      points.found(Evidence.Kind.OWN_TRANSACTION, Optional.of(in), name + " commits");
    }
    if (name.equals("broker") && points.losesAnswer()) {
      throw new XAException(XAException.XAER_RMFAIL);
    }
  }

  @Override
  public void rollback(Xid xid) throws XAException {
    points.alive();
    real.rollback(xid);
  }

  @Override
  public void forget(Xid xid) throws XAException {
    points.alive();
    real.forget(xid);
  }

  @Override
  public Xid[] recover(int flags) throws XAException {
    points.alive();
    return real.recover(flags);
  }

  @Override
  public boolean isSameRM(XAResource other) throws XAException {
    points.alive();
    return real.isSameRM(other instanceof StruckResource struck ? struck.real : other);
  }

  @Override
  public int getTransactionTimeout() throws XAException {
    points.alive();
    return real.getTransactionTimeout();
  }

  @Override
  public boolean setTransactionTimeout(int seconds) throws XAException {
    points.alive();
    return real.setTransactionTimeout(seconds);
  }
}
