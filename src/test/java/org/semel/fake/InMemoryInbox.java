// SPDX-License-Identifier: Apache-2.0
package org.semel.fake;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.Offer;
import org.semel.message.Fingerprint;
import org.semel.message.Fingerprint.Agreement;
import org.semel.message.Identity;

/** An inbox in memory that waits for rivals in flight as a database does. */
public final class InMemoryInbox implements ClaimStore {

  private final Map<Identity, Row> rows = new HashMap<>();
  private final Map<Identity, Long> absorbed = new ConcurrentHashMap<>();
  private final FakeTransactions transactions;
  private final Duration lockTimeout;
  private int joined;

  public InMemoryInbox(FakeTransactions transactions, Duration lockTimeout) {
    this.transactions = transactions;
    this.lockTimeout = lockTimeout;
  }

  @Override
  public synchronized void join() {
    joined++;
  }

  /** No one waits here. */
  @Override
  public void bound() {}

  public synchronized int joined() {
    return joined;
  }

  public synchronized boolean claimed(Identity identity) {
    Row row = rows.get(identity);
    return row != null && row.committed;
  }

  @Override
  public synchronized List<Offer> settled(List<Offer> offers) {
    return offers.stream().filter(offer -> claimed(offer.identity())).toList();
  }

  @Override
  public synchronized List<Claim> claim(List<Offer> offers) {
    List<Claim> claims = new ArrayList<>();
    for (Offer offer : offers) {
      if (!awaitRival(offer.identity())) {
        return Collections.nCopies(offers.size(), new Claim.Busy());
      }
      claims.add(claim(offer));
    }
    return claims;
  }

  private Claim claim(Offer offer) {
    Row there = rows.get(offer.identity());
    if (there != null) {
      return there.fingerprint.with(offer.fingerprint()) == Agreement.DIFFERENT
          ? new Claim.Conflict(there.fingerprint, Instant.EPOCH)
          : duplicate(offer);
    }
    Row row = new Row(transactions.owner(), offer.fingerprint());
    rows.put(offer.identity(), row);
    transactions.enlist(() -> undo(offer.identity()), () -> keep(row));
    return new Claim.Claimed();
  }

  private Claim duplicate(Offer offer) {
    if (offer.leavesTrace()) {
      transactions.enlist(() -> {}, () -> absorbed.merge(offer.identity(), 1L, Long::sum));
    }
    return new Claim.Duplicate();
  }

  synchronized long absorbed(Identity identity) {
    return absorbed.getOrDefault(identity, 0L);
  }

  synchronized Optional<Fingerprint> fingerprint(Identity identity) {
    return Optional.ofNullable(rows.get(identity)).map(row -> row.fingerprint);
  }

  private boolean awaitRival(Identity identity) {
    long until = System.nanoTime() + lockTimeout.toNanos();
    for (Row row = rows.get(identity); rival(row); row = rows.get(identity)) {
      long left = until - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      try {
        wait(Math.max(1, left / 1_000_000));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }

  private boolean rival(Row row) {
    return row != null && !row.committed && row.owner != transactions.owner();
  }

  /** Takes a claim away, whoever made it and when; nothing brings it back. */
  public synchronized void outlive(Identity identity) {
    rows.remove(identity);
  }

  /** Takes away a claim that was made before {@code moment}. */
  synchronized void free(Identity identity, long moment) {
    Row row = rows.get(identity);
    if (row != null && row.moment < moment) {
      rows.remove(identity);
      transactions.enlist(() -> putBack(identity, row), () -> {});
    }
  }

  synchronized boolean claimedBefore(Identity identity, long moment) {
    Row row = rows.get(identity);
    return row != null && row.moment < moment;
  }

  private synchronized void putBack(Identity identity, Row row) {
    rows.put(identity, row);
  }

  private synchronized void undo(Identity identity) {
    rows.remove(identity);
    notifyAll();
  }

  private synchronized void keep(Row row) {
    row.committed = true;
    notifyAll();
  }

  private static final class Row {
    private final long moment = Sequence.next();
    private final Object owner;
    private final Fingerprint fingerprint;
    private boolean committed;

    Row(Object owner, Fingerprint fingerprint) {
      this.owner = owner;
      this.fingerprint = fingerprint;
    }
  }
}
