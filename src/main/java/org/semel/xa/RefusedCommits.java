// SPDX-License-Identifier: Apache-2.0
package org.semel.xa;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.transaction.xa.XAException;

/**
 * The last answer to each thread that wanted a branch to prepare, or to commit in one phase, where
 * it did not. A transaction manager does that on the thread that wants the commit, and may keep the
 * answer to itself; then that thread asks here.
 *
 * <p>Most answers are never asked for, so that there is a bound: the oldest goes.
 */
final class RefusedCommits {

  static final int MOST = 100;

  private static final Map<Long, RefusedCommit> BY_THREAD = new LinkedHashMap<>();

  private record RefusedCommit(long at, XAException told) {}

  private RefusedCommits() {}

  /** Remembers the answer to the calling thread, and returns it. */
  static XAException noted(XAException told) {
    synchronized (BY_THREAD) {
      long thread = Thread.currentThread().getId();
      BY_THREAD.remove(thread); // it is the youngest now
      BY_THREAD.put(thread, new RefusedCommit(System.nanoTime(), told));
      if (BY_THREAD.size() > MOST) {
        BY_THREAD.remove(BY_THREAD.keySet().iterator().next());
      }
    }
    return told;
  }

  /**
   * The answer to the calling thread, which is forgotten by that.
   *
   * @param moment by {@link System#nanoTime}; what is older belongs to another transaction
   */
  static Optional<XAException> since(long moment) {
    synchronized (BY_THREAD) {
      RefusedCommit last = BY_THREAD.remove(Thread.currentThread().getId());
      return last == null || last.at - moment < 0 ? Optional.empty() : Optional.of(last.told);
    }
  }
}
