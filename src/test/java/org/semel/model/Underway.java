// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.util.ArrayList;
import java.util.List;

/** All transactions that have not ended: what deaths do to them, and what recovery does. */
final class Underway {

  private final ModelWorld world;
  private final List<Transaction> open = new ArrayList<>();
  private final List<Branch> givenUp = new ArrayList<>();

  Underway(ModelWorld world) {
    this.world = world;
  }

  void add(Transaction transaction) {
    open.add(transaction);
  }

  /** The branch at the database loses what was not prepared. */
  void databaseDied() {
    open.forEach(transaction -> transaction.database().lose());
  }

  void brokerDied() {
    open.forEach(transaction -> transaction.broker().lose());
  }

  /** What a node had in hand, and neither prepared nor logged, is undone by those who held it. */
  void nodeDied(Node node) {
    for (Transaction transaction : open) {
      if (transaction.node() == node) {
        transaction.database().lose();
        transaction.broker().lose();
        transaction.abandon();
      }
    }
  }

  /** Ends what a crash has left: as the log says, or, where it says nothing, by roll-back. */
  void recover(Node node) {
    for (Transaction transaction : List.copyOf(open)) {
      if (transaction.node().server() == node.server() && transaction.isAbandoned()) {
        boolean logged = transaction.isLogged() && !world.has(Mutation.LOG_LOST);
        end(transaction, logged);
      }
    }
  }

  /** Whatever cannot be reached is left to recovery. */
  void rollBack(Transaction transaction) {
    transaction.abandon();
    end(transaction, false);
  }

  private void end(Transaction transaction, boolean commit) {
    transaction.database().end(commit, !world.fate.databaseIsAway());
    transaction.broker().end(commit, !world.fate.brokerIsAway());
    forgetIfEnded(transaction);
  }

  void forgetIfEnded(Transaction transaction) {
    if (transaction.database().isEnded() && transaction.broker().isEnded()) {
      open.remove(transaction);
    }
  }

  /** A heuristic outcome: nobody looks at it any more. */
  void giveUp(Transaction transaction, Branch branch) {
    open.remove(transaction);
    givenUp.add(branch);
  }

  /** Branches that a resource holds prepared, though nobody will ever end them. */
  long heldForEver() {
    return givenUp.stream().filter(branch -> !branch.isEnded()).count();
  }

  boolean isEmpty() {
    return open.isEmpty();
  }
}
