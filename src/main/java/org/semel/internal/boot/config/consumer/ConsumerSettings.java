// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.consumer;

import java.util.Optional;
import org.semel.internal.desk.operate.parked.ReplayRule;
import org.semel.internal.desk.watch.redaction.ShownFields;
import org.semel.internal.edge.jms.Selector;
import org.semel.internal.engine.receive.identity.EventTypeRule;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.OrderPolicy;
import org.semel.internal.engine.receive.policy.Protocol;

/**
 * The settings of one consumer.
 *
 * @param policy how it receives
 * @param selector which messages of its queue it receives
 * @param joining how sessions join an XA transaction
 * @param deadLetterAddress that the user vouches for; blank if none
 * @param claims how redelivered messages are recognised
 * @param acceptedChange the word by which the user accepts one change; blank for none
 * @param formerly the name that it had before, {@code none}, or blank if the user does not say
 * @param replay whether its messages may be replayed
 * @param keepBody whether its messages are kept after they took effect
 * @param expired what happens to expired messages
 * @param external whether its route may do work that a rollback does not undo
 * @param eventType by which counters tell its messages apart
 * @param shown what of its bodies is shown without the role for payload
 */
public record ConsumerSettings(
    ConsumerPolicy policy,
    Selector selector,
    SessionJoining joining,
    String deadLetterAddress,
    ClaimStrategy claims,
    String acceptedChange,
    String formerly,
    ReplayRule replay,
    boolean keepBody,
    ConsumerKeys.Expired expired,
    ConsumerKeys.External external,
    EventTypeRule eventType,
    ShownFields shown) {

  public Protocol protocol() {
    return policy.protocol();
  }

  public Optional<OrderPolicy> order() {
    return policy.ordered();
  }

  public boolean allowsExternal() {
    return external == ConsumerKeys.External.ALLOWED;
  }
}
