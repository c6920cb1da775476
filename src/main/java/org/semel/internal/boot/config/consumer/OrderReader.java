// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.consumer;

import java.util.Optional;
import org.semel.internal.boot.config.key.ConfigKey;
import org.semel.internal.boot.config.key.ConfigSection;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.receive.identity.IdentityRule;
import org.semel.internal.engine.receive.identity.IdentitySpec;
import org.semel.internal.engine.receive.policy.OrderPolicy;

/** Reads how one consumer orders versions. Two keys that require each other switch it on. */
final class OrderReader {

  private final ConfigSection section;
  private final IdentitySpec identities;

  OrderReader(ConfigSection section, IdentitySpec identities) {
    this.section = section;
    this.identities = identities;
  }

  /**
   * The order policy, if there is one.
   *
   * @param backoff of retries, from other keys
   */
  Optional<OrderPolicy> read(Backoff backoff) {
    Optional<IdentityRule> aggregate = rule(OrderKeys.AGGREGATE);
    Optional<IdentityRule> version = rule(OrderKeys.VERSION);
    if (aggregate.isPresent() != version.isPresent()) {
      section.fault(
          aggregate.isPresent() ? OrderKeys.VERSION : OrderKeys.AGGREGATE,
          "must be given too: "
              + OrderKeys.AGGREGATE.name()
              + " and "
              + OrderKeys.VERSION.name()
              + " belong together");
    }
    return aggregate.flatMap(
        found ->
            version.map(
                number ->
                    new OrderPolicy(
                        new OrderPolicy.PlaceRules(
                            section.read(OrderKeys.AGGREGATE), section.read(OrderKeys.VERSION)),
                        found,
                        number,
                        section.read(OrderKeys.FIRST_VERSION),
                        new OrderPolicy.Patience(
                            section.read(OrderKeys.GAP_DEADLINE),
                            section.read(StoredKeys.POLL),
                            backoff))));
  }

  private Optional<IdentityRule> rule(ConfigKey<String> key) {
    String spec = section.read(key);
    try {
      return spec.isEmpty() ? Optional.empty() : Optional.of(identities.rule(spec));
    } catch (RuntimeException e) {
      section.fault(key, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }
}
