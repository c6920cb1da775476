// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.session;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * The branch of a session that is enlisted again and again. No one receives outside it ({@link
 * BranchGate}). A timeout that the resource manager already has is not set again: a value is
 * effective until another one is set ({@link XAResource#setTransactionTimeout(int)}), and setting
 * it costs a round trip to the broker. The broker is told a longer one ({@link BranchLife}).
 */
final class SessionBranch implements XAResource {

  private static final int NOT_SET = -1;

  private final XAResource resource;
  private final BranchGate gate;
  private final Set<Xid> undecided = ConcurrentHashMap.newKeySet();
  private int seconds = NOT_SET;
  private boolean taken;

  SessionBranch(XAResource resource, BranchGate gate) {
    this.resource = resource;
    this.gate = gate;
  }

  @Override
  public boolean setTransactionTimeout(int next) throws XAException {
    if (next != seconds) {
      seconds = NOT_SET; // should the call fail, no one knows
      taken = resource.setTransactionTimeout(BranchLife.beyond(next));
      seconds = next;
    }
    return taken;
  }

  @Override
  public int getTransactionTimeout() throws XAException {
    return resource.getTransactionTimeout();
  }

  /**
   * True of the same session only, so that another one of the same broker gets a branch of its own.
   * One that joins this branch is left with it: Artemis 2.44 forgets it in the session only that
   * commits. When the other one's connection fails, the broker rolls back what has been committed,
   * its journal refuses that, and the broker's thread that clears up behind failed connections
   * gives back no message of any client from then on.
   */
  @Override
  public boolean isSameRM(XAResource other) {
    return resource == (other instanceof SessionBranch branch ? branch.resource : other);
  }

  @Override
  public void start(Xid xid, int flags) throws XAException {
    undecided.add(xid);
    resource.start(xid, flags);
    gate.open();
  }

  @Override
  public void end(Xid xid, int flags) throws XAException {
    gate.shut();
    resource.end(xid, flags);
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    try {
      int vote = resource.prepare(xid);
      undecided.remove(xid);
      return vote;
    } catch (XAException e) {
      over(xid, e);
      throw e;
    }
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    undecided.remove(xid);
    resource.commit(xid, onePhase);
  }

  @Override
  public void rollback(Xid xid) throws XAException {
    try {
      resource.rollback(xid);
      undecided.remove(xid);
    } catch (XAException e) {
      over(xid, e);
      throw e;
    }
  }

  /** Ends a branch that the broker has rolled back, or does not know. */
  private void over(Xid xid, XAException said) {
    boolean rolledBack =
        said.errorCode >= XAException.XA_RBBASE && said.errorCode <= XAException.XA_RBEND;
    if (rolledBack || said.errorCode == XAException.XAER_NOTA) {
      undecided.remove(xid);
    }
  }

  /**
   * The branches that this session has begun, that have not said that they can commit, and are not
   * known to be over. Once the session's transaction has ended, none of them will be asked to
   * commit: without its vote a transaction rolls back. Between transactions there is none, unless
   * the transaction manager has left one behind. A session must not go on then: its client may hold
   * acknowledgements that it would send in the next branch.
   */
  Set<Xid> undecided() {
    return Set.copyOf(undecided);
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
