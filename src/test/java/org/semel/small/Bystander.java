// SPDX-License-Identifier: Apache-2.0
package org.semel.small;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A branch that holds nothing, agrees to everything unless it is told otherwise, and lets a test
 * look or strike when it is asked to end, prepare, commit or roll back.
 */
public final class Bystander implements XAResource {

  private Runnable onEnd = () -> {};
  private Runnable onPrepare = () -> {};
  private Runnable onCommit = () -> {};
  private Runnable onRollback = () -> {};
  private int error;
  private int decision;
  private boolean committed;

  public Bystander onEnd(Runnable act) {
    onEnd = act;
    return this;
  }

  public Bystander onPrepare(Runnable act) {
    onPrepare = act;
    return this;
  }

  public Bystander onCommit(Runnable act) {
    onCommit = act;
    return this;
  }

  public Bystander onRollback(Runnable act) {
    onRollback = act;
    return this;
  }

  /** When it is asked to prepare; then all must be rolled back. */
  public Bystander votingAgainst() {
    return failing(XAException.XA_RBROLLBACK);
  }

  /** When it is asked to prepare, or to commit alone, with this code of {@link XAException}. */
  public Bystander failing(int code) {
    error = code;
    return this;
  }

  /** Once it is asked to commit what it has prepared, with this code: a heuristic decision. */
  public Bystander deciding(int code) {
    decision = code;
    return this;
  }

  public boolean committed() {
    return committed;
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    onPrepare.run();
    fail();
    return XA_OK;
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    if (onePhase) {
      fail();
    }
    onCommit.run();
    if (decision != 0) {
      throw new XAException(decision);
    }
    committed = true;
  }

  private void fail() throws XAException {
    if (error != 0) {
      throw new XAException(error);
    }
  }

  @Override
  public void rollback(Xid xid) {
    onRollback.run();
  }

  @Override
  public void start(Xid xid, int flags) {}

  @Override
  public void end(Xid xid, int flags) {
    onEnd.run();
  }

  @Override
  public void forget(Xid xid) throws XAException {
    throw new XAException(XAException.XAER_NOTA);
  }

  @Override
  public Xid[] recover(int flag) {
    return new Xid[0];
  }

  @Override
  public boolean isSameRM(XAResource other) {
    return other == this;
  }

  @Override
  public int getTransactionTimeout() {
    return 0;
  }

  @Override
  public boolean setTransactionTimeout(int seconds) {
    return false;
  }
}
