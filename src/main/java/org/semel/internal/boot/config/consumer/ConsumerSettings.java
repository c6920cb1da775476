// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.consumer;

import java.util.Optional;
import org.semel.internal.jms.Selector;
import org.semel.internal.policy.ConsumerPolicy;
import org.semel.internal.policy.OrderPolicy;
import org.semel.internal.policy.Protocol;
import org.semel.internal.replay.ReplayRule;

/**
 * The settings of one consumer.
 *
 * @param policy how it receives
 * @param selector which messages of its queue it receives
 * @param joining how sessions join an XA transaction
 * @param deadLetterAddress for which the user vouches; blank if none
 * @param keeping by what it knows a message that comes again
 * @param acceptedChange the change of what its name stands for that is meant; blank for none
 * @param replay whether its messages may be handed to it again
 * @param keepBody whether its messages are kept once they took effect
 * @param expired what becomes of messages whose time to live has passed
 * @param external whether its route may do what a roll-back does not undo
 */
public record ConsumerSettings(
    ConsumerPolicy policy,
    Selector selector,
    SessionJoining joining,
    String deadLetterAddress,
    ClaimStrategy keeping,
    String acceptedChange,
    ReplayRule replay,
    boolean keepBody,
    ConsumerKeys.Expired expired,
    ConsumerKeys.External external) {

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
