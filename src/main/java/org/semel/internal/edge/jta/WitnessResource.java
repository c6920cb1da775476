// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jta;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.semel.internal.engine.receive.proof.GlobalTransaction;

/**
 * One of two branches that hold nothing. The one that is asked to prepare first has nothing to
 * commit; the other one looks at what the branches in between have prepared, and votes to roll
 * back.
 *
 * @see <a href="https://publications.opengroup.org/c193">X/Open XA, section 3: a branch that
 *     answers XA_RB* has rolled back and is forgotten</a>
 */
final class WitnessResource implements XAResource {

  private static final int PATIENCE_SECONDS = 20;

  private final AtomicBoolean asked;
  private final Consumer<GlobalTransaction> look;
  private final ThreadFactory threads;

  /**
   * One of the two.
   *
   * @param asked whether either has been asked to prepare; shared by both
   */
  WitnessResource(AtomicBoolean asked, Consumer<GlobalTransaction> look, ThreadFactory threads) {
    this.asked = asked;
    this.look = look;
    this.threads = threads;
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    if (asked.compareAndSet(false, true)) {
      return XA_RDONLY;
    }
    throw look(xid);
  }

  /**
   * Looks from another thread: this one is inside the transaction, and whatever it opened would
   * join.
   */
  private XAException look(Xid xid) {
    GlobalTransaction transaction =
        new GlobalTransaction(xid.getFormatId(), xid.getGlobalTransactionId());
    FutureTask<Void> looking = new FutureTask<>(() -> look.accept(transaction), null);
    threads.newThread(looking).start();
    XAException vote = new XAException(XAException.XA_RBROLLBACK);
    try {
      looking.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      vote.initCause(e);
    } catch (ExecutionException | TimeoutException e) {
      vote.initCause(e);
    }
    return vote;
  }

  @Override
  public void start(Xid xid, int flags) {}

  @Override
  public void end(Xid xid, int flags) {}

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    throw new XAException(XAException.XA_RBROLLBACK);
  }

  @Override
  public void rollback(Xid xid) {}

  @Override
  public void forget(Xid xid) {}

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
