// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.util.ArrayList;
import java.util.List;
import org.semel.internal.engine.tx.Completion.During;

/** One transaction: the database's branch, which comes first, the broker's, and the log. */
final class Transaction {

  private final Node node;
  private final Branch database = new Branch();
  private final Branch broker = new Branch();
  private final List<Runnable> before = new ArrayList<>();
  private final List<Runnable> after = new ArrayList<>();
  private boolean ending;
  private boolean overrun;
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

  void before(Runnable act) {
    before.add(act);
  }

  void after(Runnable act) {
    after.add(act);
  }

  /** Its work is done; from now on it may last as long as it wants. */
  void end() {
    ending = true;
    before.forEach(Runnable::run);
  }

  /** It holds. */
  void ended() {
    after.forEach(Runnable::run);
  }

  /**
   * It has lasted too long: the transaction manager rolls it back under the feet of its work, which
   * is not told.
   *
   * @return whether it was still at work
   */
  boolean overrun() {
    if (ending || overrun) {
      return false;
    }
    overrun = true;
    database.lose();
    broker.lose();
    return true;
  }

  boolean isOverrun() {
    return overrun;
  }

  During during(During otherwise) {
    return overrun ? During.OVERTIME : otherwise;
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
