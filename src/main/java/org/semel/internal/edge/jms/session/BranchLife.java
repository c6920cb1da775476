// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.session;

import jakarta.jms.JMSException;
import jakarta.jms.Session;
import jakarta.jms.XASession;
import java.time.Duration;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * The time for which a broker lets a branch of ours live: longer than its transaction, so that only
 * the transaction manager ends it. Both would come at the same moment otherwise, as a transaction
 * manager gives a branch its own limit. A broker that rolls a branch back while the transaction
 * manager ends it may take an acknowledgement into the branch that is gone: Artemis 2.44 then keeps
 * the message as being delivered until it stops, whatever is closed.
 *
 * <p>It ends all the same: a branch that its transaction manager has left behind gives its messages
 * back.
 *
 * @param transaction the longest that it may last
 */
record BranchLife(Duration transaction) {

  /** The life for any transaction of a consumer. */
  static final BranchLife LONGEST = new BranchLife(Duration.ofHours(1));

  /**
   * Seconds beyond the transaction's limit, more than its manager needs to end the branch: a
   * receipt under way may hold it up.
   */
  private static final int MARGIN = 120;

  /**
   * The limit that the broker gets in place of a transaction's own, in seconds; zero stands for the
   * broker's own.
   */
  static int beyond(int seconds) {
    return seconds == 0 ? 0 : Math.min(seconds, Integer.MAX_VALUE - MARGIN) + MARGIN;
  }

  int seconds() {
    return Math.toIntExact(transaction.toSeconds());
  }

  /**
   * Tells the broker, after the transaction manager. A session of a pool that does not show its
   * branch keeps the limit that it has.
   */
  void of(Session joined) throws JMSException {
    if (joined instanceof XASession xa) {
      @Nullable XAResource branch = xa.getXAResource();
      if (branch != null) {
        of(branch);
      }
    }
  }

  private void of(XAResource branch) throws JMSException {
    try {
      branch.setTransactionTimeout(beyond(seconds()));
    } catch (XAException e) {
      throw untold(e);
    }
  }

  /** The exception over a session that takes no limit. Most often it has no broker any more. */
  static JMSException untold(XAException e) {
    JMSException untold = new JMSException("XA error " + e.errorCode);
    untold.initCause(e);
    return untold;
  }
}
