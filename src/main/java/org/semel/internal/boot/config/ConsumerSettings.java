// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config;

import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;
import org.semel.internal.boot.config.key.ConfigSection;
import org.semel.internal.desk.watch.redaction.ShownFields;
import org.semel.internal.engine.receive.identity.EventTypeRule;
import org.semel.internal.engine.receive.identity.IdentitySpec;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.OrderPolicy;
import org.semel.internal.engine.receive.policy.Protocol;

/**
 * The settings of one consumer: its keys, and what follows from them.
 *
 * @param policy how it receives
 * @param joining how sessions join an XA transaction
 * @param claims how redelivered messages are recognised
 * @param eventType by which counters tell its messages apart
 * @param shown what of its bodies is shown without the role for payload
 */
public record ConsumerSettings(
    ConsumerKeys keys,
    ConsumerPolicy policy,
    SessionJoining joining,
    ClaimStrategy claims,
    EventTypeRule eventType,
    ShownFields shown) {

  /**
   * The settings of this name; empty if there is a fault.
   *
   * @param faults gets each as a line
   */
  public static Optional<ConsumerSettings> read(
      Config config, String name, IdentitySpec identities, List<String> faults) {
    return new ConfigSection<>(
            config, ConsumerKeys.TABLE, "semel.consumer." + name + ".", "semel.consumer-defaults.")
        .read(
            ConsumerRules.with(identities),
            faults,
            keys ->
                new ConsumerSettings(
                    keys,
                    keys.policy(name, identities),
                    keys.joining(),
                    keys.claims(),
                    keys.eventTypes(),
                    keys.shown()));
  }

  public Protocol protocol() {
    return policy.protocol();
  }

  public Optional<OrderPolicy> order() {
    return policy.ordered();
  }

  public boolean allowsExternal() {
    return keys.external() == ConsumerKeys.External.ALLOWED;
  }
}
