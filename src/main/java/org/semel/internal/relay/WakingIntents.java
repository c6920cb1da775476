// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

import java.util.HashSet;
import java.util.Set;
import org.semel.internal.intent.Destination;
import org.semel.internal.intent.Intent;
import org.semel.internal.intent.Intents;
import org.semel.internal.intent.WakeUps;
import org.semel.internal.tx.Transactions;

/**
 * Records intents and wakes their destinations' relays once the transaction has committed. Never
 * inside it: PostgreSQL cannot prepare a transaction that has run {@code NOTIFY}, and a relay woken
 * early would find nothing.
 *
 * @see <a href="https://www.postgresql.org/docs/17/sql-prepare-transaction.html">PREPARE
 *     TRANSACTION, notes</a>
 */
public final class WakingIntents implements Intents {

  private final Intents intents;
  private final Transactions transactions;
  private final WakeUps bells;

  public WakingIntents(Intents intents, Transactions transactions, WakeUps bells) {
    this.intents = intents;
    this.transactions = transactions;
    this.bells = bells;
  }

  @Override
  public void record(Intent intent) {
    intents.record(intent);
    Destination destination = intent.address().destination();
    if (transactions.bound(this, ToRing.class, ToRing::new).destinations.add(destination)) {
      transactions.afterCommit(() -> bells.of(destination).signal());
    }
  }

  @Override
  public void flush() {
    intents.flush();
  }

  /** The destinations that this transaction will ring. */
  private static final class ToRing {
    private final Set<Destination> destinations = new HashSet<>();
  }
}
