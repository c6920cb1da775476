// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.util.Collection;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.semel.internal.boot.config.consumer.ConsumerSettings;
import org.semel.internal.policy.Protocol;
import org.semel.internal.policy.StoredPolicy;
import org.semel.internal.relay.DestinationPolicy;
import org.semel.internal.relay.DestinationPolicy.Transfer;

/**
 * What all that runs here needs of the database at once.
 *
 * @param consumers that receive here
 * @param destinations that a route here names
 */
public record Workload(
    Collection<ConsumerSettings> consumers, Collection<DestinationPolicy> destinations) {

  /**
   * What a message that is handled alone takes beside the connection that its worker holds: one for
   * its own transaction, and inside that one to write down its attempt.
   */
  public static final int SUSPECT = 2;

  /** Retention and replay plans: a thread each, with one transaction at a time. */
  private static final int HOUSEKEEPING = 2;

  /** How many transactions may be prepared at once. */
  int prepared() {
    return sum(c -> c.protocol() == Protocol.XA, c -> c.policy().pace().workers())
        + destinations.stream()
            .filter(d -> d.dispatch().transfer() == Transfer.XA)
            .mapToInt(Workload::relays)
            .sum();
  }

  /** How many connections are held while nothing happens: whoever receives has brought one in. */
  public int held() {
    return sum(c -> true, Workload::receivers);
  }

  /** How many connections may be wanted at once, the application's own apart. */
  public int most() {
    return held() * (1 + SUSPECT)
        + sum(c -> c.protocol() == Protocol.STORE_FIRST, c -> c.policy().pace().workers() + 1)
        + sum(c -> c.order().isPresent(), c -> 1)
        + destinations.stream().mapToInt(Workload::relays).sum()
        + HOUSEKEEPING;
  }

  private static int receivers(ConsumerSettings consumer) {
    return consumer
        .policy()
        .stored()
        .map(StoredPolicy::receivers)
        .orElse(consumer.policy().pace().workers());
  }

  /** Couriers hold none; a relay that sends within its transaction has others beside it. */
  private static int relays(DestinationPolicy destination) {
    return destination.dispatch().transfer() == Transfer.XA ? destination.pace().concurrency() : 1;
  }

  private int sum(Predicate<ConsumerSettings> which, ToIntFunction<ConsumerSettings> number) {
    return consumers.stream().filter(which).mapToInt(number).sum();
  }
}
