// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.destination;

import java.time.Duration;
import org.semel.Code;
import org.semel.internal.boot.config.key.ConfigSection;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.relay.DestinationPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy.Breaker;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract.Keys;
import org.semel.internal.engine.send.relay.DestinationPolicy.Dispatch;
import org.semel.internal.engine.send.relay.DestinationPolicy.RetryPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy.Throughput;

/** Reads the policy of one destination, and checks its keys against each other. */
public final class DestinationReader {

  private final ConfigSection section;

  public DestinationReader(ConfigSection section) {
    this.section = section;
  }

  public DestinationPolicy read(String name) {
    DestinationPolicy policy =
        new DestinationPolicy(
            new Destination(name),
            new Dispatch(
                section.read(DestinationKeys.HEADERS),
                section.read(DestinationKeys.ORDER_BY),
                section.read(DestinationKeys.TRANSFER),
                section.read(DestinationKeys.MAX_BODY),
                section.read(DestinationKeys.UNANSWERED)),
            throughput(),
            new RetryPolicy(section.read(DestinationKeys.ATTEMPTS), backoff(), breaker()),
            new Contract(
                section.read(ContractKeys.KEYS),
                section.read(ContractKeys.KEY_LIFE),
                section.read(ContractKeys.REFERENCE),
                section.read(ContractKeys.NOT_DONE)));
    checkKeyLife(policy);
    return policy;
  }

  private Throughput throughput() {
    return new Throughput(
        section.read(DestinationKeys.CONCURRENCY),
        section.read(DestinationKeys.BATCH),
        section.read(DestinationKeys.LEASE),
        section.read(DestinationKeys.POLL),
        section.read(DestinationKeys.RATE),
        section.read(DestinationKeys.DELIVERY_TIMEOUT));
  }

  private Breaker breaker() {
    return new Breaker(
        section.read(DestinationKeys.CIRCUIT_FAILURES), section.read(DestinationKeys.CIRCUIT_OPEN));
  }

  /** A key does not protect if the provider forgets it while the intent may still be sent again. */
  private void checkKeyLife(DestinationPolicy policy) {
    Duration retries = policy.retryHorizon();
    Duration replays = section.read(ContractKeys.REPLAY_HORIZON);
    Contract contract = policy.contract();
    if (contract.keys() == Keys.HONOURED
        && retries.plus(replays).compareTo(contract.keyLife()) > 0) {
      section.fault(
          ContractKeys.KEY_LIFE,
          "%s the provider would forget a key while its intent may still be sent again: the retry plan can take %s s, and"
                  .formatted(Code.KEY_LIFE_TOO_SHORT.text(), retries.toSeconds())
              + " replay-horizon is %s s; let attempts, backoff-most, lease, delivery-timeout or replay-horizon be smaller, if the key's life is"
                  .formatted(replays.toSeconds())
              + " what the provider says");
    }
  }

  private Backoff backoff() {
    Duration first = section.read(DestinationKeys.BACKOFF_FIRST);
    Duration most = section.read(DestinationKeys.BACKOFF_MOST);
    if (most.compareTo(first) < 0) {
      section.fault(
          DestinationKeys.BACKOFF_MOST, "must be at least " + DestinationKeys.BACKOFF_FIRST.name());
      return new Backoff(first, first);
    }
    return new Backoff(first, most);
  }
}
