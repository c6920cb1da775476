// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.Test;

class SessionBranchTest {

  private static final Xid XID =
      new Xid() {
        @Override
        public int getFormatId() {
          return 1;
        }

        @Override
        public byte[] getGlobalTransactionId() {
          return new byte[] {1};
        }

        @Override
        public byte[] getBranchQualifier() {
          return new byte[] {1};
        }
      };

  private final Told told = new Told();
  private final BranchGate gate = new BranchGate();
  private final SessionBranch resource = new SessionBranch(told, gate);

  @Test
  void theSameTimeoutIsToldOnce() throws XAException {
    assertThat(resource.setTransactionTimeout(30)).isTrue();
    assertThat(resource.setTransactionTimeout(30)).isTrue();
    assertThat(told.timeouts).containsExactly(150);
  }

  @Test
  void anotherTimeoutIsToldAgain() throws XAException {
    resource.setTransactionTimeout(30);
    resource.setTransactionTimeout(5);
    resource.setTransactionTimeout(30);
    assertThat(told.timeouts).containsExactly(150, 125, 150);
  }

  /** Its session may be gone, and the broker would keep its messages until its own limit. */
  @Test
  void aBranchThatHasGivenNoVoteIsLeftBehind() throws XAException {
    resource.start(XID, XAResource.TMNOFLAGS);
    assertThat(resource.undecided()).as("no one has ended it").containsExactly(XID);
    resource.end(XID, XAResource.TMSUCCESS);
    told.failures.add(new XAException(XAException.XAER_RMFAIL));
    assertThatThrownBy(() -> resource.prepare(XID)).isInstanceOf(XAException.class);
    told.failures.add(new XAException(XAException.XAER_RMFAIL));
    assertThatThrownBy(() -> resource.rollback(XID)).isInstanceOf(XAException.class);
    assertThat(resource.undecided()).containsExactly(XID);
  }

  @Test
  void aBranchThatMayBeCommittedIsNot() throws XAException {
    resource.start(XID, XAResource.TMNOFLAGS);
    resource.end(XID, XAResource.TMSUCCESS);
    resource.prepare(XID);
    assertThat(resource.undecided()).as("it has voted").isEmpty();
    resource.start(XID, XAResource.TMNOFLAGS);
    resource.end(XID, XAResource.TMSUCCESS);
    told.failures.add(new XAException(XAException.XAER_RMFAIL));
    assertThatThrownBy(() -> resource.commit(XID, true)).isInstanceOf(XAException.class);
    assertThat(resource.undecided()).as("it was asked to commit in one phase").isEmpty();
  }

  @Test
  void theLongestTimeoutIsToldToo() throws XAException {
    resource.setTransactionTimeout(Integer.MAX_VALUE);
    assertThat(told.timeouts).containsExactly(Integer.MAX_VALUE);
  }

  @Test
  void norIsOneThatIsOver() throws XAException {
    resource.start(XID, XAResource.TMNOFLAGS);
    resource.end(XID, XAResource.TMSUCCESS);
    resource.rollback(XID);
    assertThat(resource.undecided()).isEmpty();
    resource.start(XID, XAResource.TMNOFLAGS);
    resource.end(XID, XAResource.TMSUCCESS);
    told.failures.add(new XAException(XAException.XA_RBTIMEOUT));
    assertThatThrownBy(() -> resource.prepare(XID)).isInstanceOf(XAException.class);
    assertThat(resource.undecided()).isEmpty();
  }

  @Test
  void theBrokersOwnLimitIsAskedForAsSuch() throws XAException {
    resource.setTransactionTimeout(30);
    resource.setTransactionTimeout(0);
    assertThat(told.timeouts).containsExactly(150, 0);
  }

  @Test
  void whatCouldNotBeToldIsToldAgain() throws XAException {
    resource.setTransactionTimeout(30);
    told.failures.add(new XAException(XAException.XAER_RMFAIL));
    assertThatThrownBy(() -> resource.setTransactionTimeout(5)).isInstanceOf(XAException.class);
    resource.setTransactionTimeout(30);
    assertThat(told.timeouts).containsExactly(150, 125, 150);
  }

  @Test
  void theManagerComparesTheResourcesBehindIt() throws XAException {
    assertThat(resource.isSameRM(new SessionBranch(told, gate))).isTrue();
    assertThat(resource.isSameRM(told)).isTrue();
    assertThat(resource.isSameRM(new SessionBranch(new Told(), gate))).isFalse();
  }

  /** Notes what it is told; does nothing else. */
  private static final class Told implements XAResource {

    private final List<Integer> timeouts = new ArrayList<>();
    private final Deque<XAException> failures = new ArrayDeque<>();

    @Override
    public boolean setTransactionTimeout(int seconds) throws XAException {
      timeouts.add(seconds);
      fail();
      return true;
    }

    private void fail() throws XAException {
      if (!failures.isEmpty()) {
        throw failures.remove();
      }
    }

    @Override
    public int getTransactionTimeout() {
      return 0;
    }

    @Override
    public boolean isSameRM(XAResource other) {
      return other == this;
    }

    @Override
    public void start(Xid xid, int flags) {}

    @Override
    public void end(Xid xid, int flags) {}

    @Override
    public int prepare(Xid xid) throws XAException {
      fail();
      return XA_OK;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
      fail();
    }

    @Override
    public void rollback(Xid xid) throws XAException {
      fail();
    }

    @Override
    public void forget(Xid xid) {}

    @Override
    public Xid[] recover(int flag) {
      return new Xid[0];
    }
  }
}
