// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.semel.explore.Strike.Call;
import org.semel.explore.Strike.Place;
import org.semel.explore.Strike.Side;
import org.semel.explore.Strike.Watch;

/**
 * A real resource, one of whose calls is struck. It does what a resource does that fails so: what
 * has not been prepared ends with the session that it belongs to.
 */
record StruckBranch(XAResource real, Side side, Watch watch) implements XAResource {

  @Override
  public void start(Xid xid, int flags) throws XAException {
    if (side == Side.BROKER) {
      watch.begun(xid);
    }
    Void unused = pass("START", xid, nothing(() -> real.start(xid, flags)), () -> null);
  }

  @Override
  public void end(Xid xid, int flags) throws XAException {
    Void unused = pass("END", xid, nothing(() -> real.end(xid, flags)), () -> null);
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    return pass("PREPARE", xid, () -> real.prepare(xid), () -> watch.undoes() ? undo(xid) : null);
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    Call<Void> commit = nothing(() -> real.commit(xid, onePhase));
    if (watch.undoes() && !onePhase) {
      real.commit(xid, false); // what is prepared it must not undo
    } else {
      Void unused = pass("COMMIT", xid, commit, () -> onePhase ? undo(xid) : null);
    }
  }

  @Override
  public void rollback(Xid xid) throws XAException {
    Void unused = pass("ROLLBACK", xid, nothing(() -> real.rollback(xid)), () -> null);
  }

  /** A call that answers nothing. */
  @FunctionalInterface
  private interface Act {
    void done() throws XAException;
  }

  private static Call<Void> nothing(Act act) {
    return () -> {
      act.done();
      return null;
    };
  }

  private Void undo(Xid xid) throws XAException {
    real.rollback(xid);
    return null;
  }

  private <T> T pass(String call, Xid xid, Call<T> made, Call<?> undo) throws XAException {
    try {
      return watch.pass(Place.valueOf(side + "_" + call), xid, made, undo);
    } catch (XAException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void forget(Xid xid) throws XAException {
    real.forget(xid);
  }

  @Override
  public Xid[] recover(int flags) throws XAException {
    return real.recover(flags);
  }

  /**
   * Each session of the broker has a branch of its own: of one that joined another's, Artemis 2.44
   * undoes what is committed when its connection is cut, and returns no client's messages any more.
   */
  @Override
  public boolean isSameRM(XAResource other) throws XAException {
    XAResource behind = other instanceof StruckBranch struck ? struck.real : other;
    return side == Side.BROKER ? real == behind : real.isSameRM(behind);
  }

  @Override
  public int getTransactionTimeout() throws XAException {
    return real.getTransactionTimeout();
  }

  @Override
  public boolean setTransactionTimeout(int seconds) throws XAException {
    return real.setTransactionTimeout(seconds);
  }
}
