// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.time.Duration;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.IntentQueue;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.SentFrom;
import org.semel.internal.engine.send.LeaseLimit;
import org.semel.internal.engine.send.SettledLease;

/** Looks on while intents are leased and settled: who has lost his lease must not settle. */
final class Watched implements IntentQueue {

  private final IntentQueue queue;
  private final ModelWorld world;
  private final Map<UUID, Long> latest = new HashMap<>();

  Watched(IntentQueue queue, ModelWorld world) {
    this.queue = queue;
    this.world = world;
  }

  @Override
  public List<Lease> leaseInOrder(
      Destination destination, LeaseLimit most, Duration life, SentFrom sent) {
    return noted(queue.leaseInOrder(destination, most, life, sent));
  }

  @Override
  public List<Lease> lease(Destination destination, LeaseLimit most, Duration life, SentFrom sent) {
    return noted(queue.lease(destination, most, life, sent));
  }

  @Override
  public boolean renew(Lease lease, Duration life) {
    return queue.renew(lease, life);
  }

  @Override
  public List<Lease> markSent(List<Lease> leases, Duration life) {
    return world.has(Mutation.SENT_WITHOUT_A_MARK) ? leases : queue.markSent(leases, life);
  }

  private List<Lease> noted(List<Lease> leases) {
    for (Lease lease : leases) {
      UUID key = lease.intent().key();
      Long before = latest.put(key, lease.token());
      world.transactions.enlist(() -> latest.put(key, before), () -> {});
    }
    return leases;
  }

  @Override
  public List<SettledLease> stillOurs(List<SettledLease> settled) {
    return queue.stillOurs(settled);
  }

  @Override
  public List<SettledLease> settle(List<SettledLease> settled) {
    List<SettledLease> lost = settleWithin(settled);
    for (SettledLease one : settled) {
      UUID key = one.lease().intent().key();
      if (!lost.contains(one) && one.lease().token() != latest.get(key)) {
        world.outside.breach("settled under a lease that had passed on: " + key);
      }
    }
    return lost;
  }

  private List<SettledLease> settleWithin(List<SettledLease> settled) {
    if (!world.has(Mutation.SETTLE_WITHOUT_FENCE)) {
      return queue.settle(settled);
    }
    IdentityHashMap<SettledLease, SettledLease> originals = new IdentityHashMap<>();
    settled.forEach(one -> originals.put(forged(one), one));
    return queue.settle(List.copyOf(originals.keySet())).stream().map(originals::get).toList();
  }

  /** As if it had the latest token. */
  private SettledLease forged(SettledLease settled) {
    Lease lease = settled.lease();
    long token = latest.get(lease.intent().key());
    return new SettledLease(
        new Lease(lease.intent(), token, lease.history()), settled.settlement());
  }
}
