// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.util.Collection;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.internal.engine.receive.policy.StoredPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy.Transfer;

/**
 * The need of the consumers and relays here for the database, at the same time.
 *
 * @param consumers that receive here
 * @param destinations that a route here names
 */
public record Workload(
    Collection<ConsumerSettings> consumers, Collection<DestinationPolicy> destinations) {

  /**
   * The connections for a message that is handled alone, beside the one that its worker holds: one
   * for its own transaction, and meanwhile one to record its attempt.
   */
  public static final int SUSPECT = 2;

  /** Retention and replay plans: a thread each, with one transaction at a time. */
  private static final int HOUSEKEEPING = 2;

  /** How many transactions may be prepared at once. */
  int prepared() {
    return sum(c -> c.protocol() == Protocol.XA, c -> c.policy().concurrency().workers())
        + destinations.stream()
            .filter(d -> d.dispatch().transfer() == Transfer.XA)
            .mapToInt(Workload::relays)
            .sum();
  }

  /** How many connections are held at rest: each receiving thread holds one. */
  public int held() {
    return sum(c -> true, Workload::receivers);
  }

  /** How many connections may be needed at once, without those of the application's routes. */
  public int most() {
    return held() * (1 + SUSPECT)
        + sum(
            c -> c.protocol() == Protocol.STORE_FIRST, c -> c.policy().concurrency().workers() + 1)
        + sum(c -> c.order().isPresent(), c -> 1)
        + destinations.stream().mapToInt(Workload::relays).sum()
        + HOUSEKEEPING;
  }

  private static int receivers(ConsumerSettings consumer) {
    return consumer
        .policy()
        .stored()
        .map(StoredPolicy::receivers)
        .orElse(consumer.policy().concurrency().workers());
  }

  /**
   * A delivery holds none, but all of a destination need one to note before them that they are
   * sent, or to make sure of their leases once the provider was asked; a relay with transfer=xa
   * needs one per concurrent transaction.
   */
  private static int relays(DestinationPolicy destination) {
    if (destination.dispatch().transfer() == Transfer.XA) {
      return destination.throughput().concurrency();
    }
    return 2;
  }

  private int sum(Predicate<ConsumerSettings> which, ToIntFunction<ConsumerSettings> number) {
    return consumers.stream().filter(which).mapToInt(number).sum();
  }
}
