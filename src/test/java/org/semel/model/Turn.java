// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One step of a server, as if on a thread of its own: who takes it, and in which transactions. */
final class Turn {

  private final Node node;
  private final Deque<Transaction> transactions = new ArrayDeque<>();

  Turn(Node node) {
    this.node = node;
  }

  Node node() {
    return node;
  }

  Transaction begin() {
    Transaction transaction = new Transaction(node);
    transactions.push(transaction);
    return transaction;
  }

  void leave(Transaction transaction) {
    transactions.remove(transaction);
  }

  /** The one that it is in; null if it is in none. */
  @Nullable Transaction transaction() {
    return transactions.peek();
  }

  /** Those that last already, set aside ones too. */
  List<Transaction> transactions() {
    return List.copyOf(transactions);
  }

  /** Does something outside any of them. */
  void outside(Runnable act) {
    Deque<Transaction> aside = new ArrayDeque<>(transactions);
    transactions.clear();
    try {
      act.run();
    } finally {
      transactions.addAll(aside);
    }
  }
}
