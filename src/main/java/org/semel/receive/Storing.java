// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.semel.inbox.Ending;
import org.semel.inbox.Stage;
import org.semel.inbox.StoredMessages;
import org.semel.inbox.StoredMessages.Move;
import org.semel.inbox.StoredMessages.Stored;
import org.semel.message.Identity;
import org.semel.tx.Transactions;

/** All are stored as they came, to be worked off later, and whoever works them off is woken. */
final class Storing implements Conduct {

  private final StoredMessages messages;
  private final Transactions transactions;
  private final Chime chime;

  Storing(StoredMessages messages, Transactions transactions, Chime chime) {
    this.messages = messages;
    this.transactions = transactions;
    this.chime = chime;
  }

  @Override
  public List<Receipt> conduct(List<Candidate> ours) {
    if (ours.isEmpty()) {
      return List.of();
    }
    Set<Identity> stored =
        messages.store(
            ours.stream().map(one -> new Stored(one.identity(), one.message())).toList());
    transactions.afterCommit(chime::ring);
    List<Receipt> receipts = new ArrayList<>(ours.size());
    for (Candidate one : ours) {
      boolean ready = stored.contains(one.identity()) || released(one.identity());
      receipts.add(
          ready ? new Receipt.Stored(one.identity()) : new Receipt.Absorbed(one.identity()));
    }
    return receipts;
  }

  /** One that was parked, and that a person hands in again, is worked off again. */
  private boolean released(Identity identity) {
    return messages
        .find(identity)
        .filter(found -> found.stage() == Stage.PARKED)
        .filter(
            found ->
                messages.move(List.of(new Move(found.leased(), new Ending.Released()))).isEmpty())
        .isPresent();
  }
}
