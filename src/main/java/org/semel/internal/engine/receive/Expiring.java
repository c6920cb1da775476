// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.receive.claim.ParkedMessage.Verdict;

/**
 * Parks what has expired when its turn comes, and lets all else pass. Those before it in its batch
 * may have taken their time, so that it is asked for each by itself.
 */
public final class Expiring implements ClaimedHandler {

  private final String consumer;
  private final Expiry expiry;
  private final ClaimedHandler next;

  /**
   * The handler that gives {@code route} only messages that have not expired when their turn comes.
   */
  public static ClaimedHandler before(ClaimedHandler route, String consumer, Expiry expiry) {
    return expiry.isIgnored() ? route : new Expiring(consumer, expiry, route);
  }

  private Expiring(String consumer, Expiry expiry, ClaimedHandler next) {
    this.consumer = consumer;
    this.expiry = expiry;
    this.next = next;
  }

  @Override
  public List<Receipt> handle(List<IdentifiedMessage> ours) {
    if (ours.stream().noneMatch(one -> Expiry.hasEnd(one.message()))) {
      return next.handle(ours);
    }
    Expiry here = expiry.askedOnce();
    List<Receipt> receipts = new ArrayList<>(ours.size());
    for (IdentifiedMessage one : ours) {
      Optional<Verdict> over = here.verdict(one.message());
      receipts.add(
          over.isPresent()
              ? Expiry.parked(consumer, one, over.get())
              : next.handle(List.of(one)).get(0));
    }
    return receipts;
  }

  @Override
  public ClaimedHandler rehearsed() {
    return new Expiring(consumer, expiry, next.rehearsed());
  }
}
