// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.util.List;

/** One transaction: the database's branch, which comes first, the broker's, and the log. */
final class Transaction {

  private final Node node;
  private final Branch database = new Branch();
  private final Branch broker = new Branch();
  private boolean logged;
  private boolean abandoned;

  Transaction(Node node) {
    this.node = node;
  }

  Node node() {
    return node;
  }

  Branch database() {
    return database;
  }

  Branch broker() {
    return broker;
  }

  List<Branch> branches() {
    return List.of(database, broker);
  }

  void log() {
    logged = true;
  }

  boolean isLogged() {
    return logged;
  }

  /** Its thread is done with it, or dead: recovery may look. */
  void abandon() {
    abandoned = true;
  }

  boolean isAbandoned() {
    return abandoned;
  }
}
