// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * One resource's part in a transaction: changes that are there, and can be undone or kept. Once
 * prepared it survives the death of everybody; before, it is undone as soon as its resource dies or
 * loses sight of its owner.
 */
final class Branch {

  private enum State {
    ACTIVE,
    LOST,
    PREPARED,
    ENDED
  }

  private final Deque<Runnable> undo = new ArrayDeque<>();
  private final List<Runnable> keep = new ArrayList<>();
  private State state = State.ACTIVE;

  void add(Runnable undoing, Runnable keeping) {
    if (state != State.ACTIVE) {
      undoing.run();
      throw new Away("the branch is over");
    }
    undo.push(undoing);
    keep.add(keeping);
  }

  boolean isEmpty() {
    return undo.isEmpty();
  }

  boolean isLost() {
    return state == State.LOST;
  }

  boolean isEnded() {
    return state == State.ENDED || state == State.LOST;
  }

  /** Its resource has died or has lost sight of its owner. */
  void lose() {
    if (state == State.ACTIVE) {
      undo.forEach(Runnable::run);
      state = State.LOST;
    }
  }

  /** False if it cannot promise to commit. */
  boolean prepare(boolean away) {
    if (state != State.ACTIVE || away) {
      return false;
    }
    state = State.PREPARED;
    return true;
  }

  /** Does nothing if its resource cannot be reached: somebody will come again. */
  void end(boolean commit, boolean reachable) {
    if (!reachable || isEnded()) {
      return;
    }
    if (commit) {
      keep.forEach(Runnable::run);
    } else {
      undo.forEach(Runnable::run);
    }
    state = State.ENDED;
  }
}
