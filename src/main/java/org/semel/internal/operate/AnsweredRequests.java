// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.operate;

import org.semel.internal.tx.Decision;
import org.semel.operations.AuditEntry;

/** The keys under which requests have acted; each step in a transaction of its own. */
public final class AnsweredRequests {

  private final OperatorTransactions transactions;
  private final RequestKeys keys;

  public AnsweredRequests(OperatorTransactions transactions, RequestKeys keys) {
    this.transactions = transactions;
    this.keys = keys;
  }

  /**
   * Takes a key for a request.
   *
   * @param who the caller; another's key is another key
   * @param digest of all that the request says
   */
  public Admission admit(String who, String key, byte[] digest) {
    return transactions.act(() -> Decision.commit(keys.admit(who, key, digest)));
  }

  /** Notes the answer of a request that was admitted. */
  public void answered(String who, String key, int status, String answer) {
    require(keys -> keys.answered(who, key, status, answer), key);
  }

  /** Writes an entry of the audit that belongs to no act, in a transaction of its own. */
  public void note(AuditEntry entry) {
    transactions.act(
        () -> {
          transactions.write(entry);
          return Decision.commit(entry);
        });
  }

  /** Frees the key of a request that was admitted and has changed nothing. */
  public void giveBack(String who, String key) {
    require(keys -> keys.giveBack(who, key), key);
  }

  private void require(java.util.function.Predicate<RequestKeys> step, String key) {
    transactions.act(
        () -> {
          if (!step.test(keys)) {
            throw new IllegalStateException("the key of a request was lost: " + key);
          }
          return Decision.commit(key);
        });
  }
}
