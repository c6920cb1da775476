// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.act;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.engine.tx.Decision;
import org.semel.internal.engine.tx.Work;
import org.semel.operations.AuditEntry;

/**
 * The keys under which requests have acted; each step in a transaction of its own. A key that could
 * not be given back, as the database went away, is given back before the next one is taken here.
 */
public final class AnsweredRequests {

  /** Well below the time for which a key is kept: until then no one else can have it. */
  private static final Duration LONGEST = Duration.ofHours(1);

  private static final int MOST = 1_000;

  private final OperatorTransactions transactions;
  private final RequestKeys keys;
  private final LongSupplier nanos;
  private final Map<TakenKey, Long> owed = new ConcurrentHashMap<>();

  public AnsweredRequests(OperatorTransactions transactions, RequestKeys keys) {
    this(transactions, keys, System::nanoTime);
  }

  /**
   * The same.
   *
   * @param nanos a clock that never runs backwards
   */
  AnsweredRequests(OperatorTransactions transactions, RequestKeys keys, LongSupplier nanos) {
    this.transactions = transactions;
    this.keys = keys;
    this.nanos = nanos;
  }

  private record TakenKey(String who, String key) {}

  /**
   * Takes a key for a request.
   *
   * @param who the caller; another's key is another key
   * @param digest of all that the request says
   */
  public Admission admit(String who, String key, byte[] digest) {
    owed.keySet().forEach(this::settle);
    return transactions.act(() -> Decision.commit(keys.admit(who, key, digest)));
  }

  /** One that is too old stays taken: retention may have freed it, and it may be another's. */
  private void settle(TakenKey taken) {
    Long since = owed.remove(taken);
    if (since != null && nanos.getAsLong() - since < LONGEST.toNanos()) {
      try {
        owing(taken, since, () -> Decision.commit(keys.giveBack(taken.who(), taken.key())));
      } catch (SemelException e) {
        // it stays owed, and keeps no one from taking another one
      }
    }
  }

  /** Only what was rolled back is still ours: of anything else no one knows. */
  private <T> void owing(TakenKey taken, long since, Work<T> work) {
    try {
      transactions.act(work);
    } catch (SemelException e) {
      if (e.code() == Code.ACT_UNDONE && owed.size() < MOST) {
        owed.put(taken, since);
      }
      throw e;
    }
  }

  /** Notes the answer of a request that was admitted. */
  public void answered(String who, String key, int status, String answer) {
    transactions.act(() -> required(keys.answered(who, key, status, answer), key));
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
    owing(new TakenKey(who, key), nanos.getAsLong(), () -> required(keys.giveBack(who, key), key));
  }

  private static Decision<String> required(boolean done, String key) {
    if (!done) {
      throw new IllegalStateException("the key of a request was lost: " + key);
    }
    return Decision.commit(key);
  }
}
