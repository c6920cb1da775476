// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;

/**
 * Parks what has expired already, and lets all else pass together: what follows takes no time of
 * its own for each, as {@code StoringHandler} does.
 */
public final class ExpiringTogether implements ClaimedHandler {

  private final String consumer;
  private final Expiry expiry;
  private final ClaimedHandler next;

  /** The handler that gives {@code store} only messages that have not expired by now. */
  public static ClaimedHandler before(ClaimedHandler store, String consumer, Expiry expiry) {
    return expiry.isIgnored() ? store : new ExpiringTogether(consumer, expiry, store);
  }

  private ExpiringTogether(String consumer, Expiry expiry, ClaimedHandler next) {
    this.consumer = consumer;
    this.expiry = expiry;
    this.next = next;
  }

  @Override
  public List<Receipt> handle(List<IdentifiedMessage> ours) {
    Expiry here = expiry.askedOnce();
    List<Optional<Verdict>> verdicts =
        ours.stream().map(one -> here.verdict(one.message())).toList();
    List<IdentifiedMessage> inTime = new ArrayList<>(ours.size());
    for (int i = 0; i < ours.size(); i++) {
      if (verdicts.get(i).isEmpty()) {
        inTime.add(ours.get(i));
      }
    }
    Iterator<Receipt> passed = next.handle(inTime).iterator();
    List<Receipt> receipts = new ArrayList<>(ours.size());
    for (int i = 0; i < ours.size(); i++) {
      IdentifiedMessage one = ours.get(i);
      receipts.add(
          verdicts
              .get(i)
              .<Receipt>map(verdict -> Expiry.parked(consumer, one, verdict))
              .orElseGet(passed::next));
    }
    return receipts;
  }

  @Override
  public ClaimedHandler rehearsed() {
    return new ExpiringTogether(consumer, expiry, next.rehearsed());
  }
}
