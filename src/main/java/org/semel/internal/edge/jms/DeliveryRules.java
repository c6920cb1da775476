// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.jms;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.semel.Code;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.internal.engine.receive.proof.Setting;

/**
 * The demands on a broker for a message that is redelivered repeatedly: never discard it, and not
 * give it up before Semel has parked it. Artemis counts every delivery that ended in a crash, and
 * by default removes a message after ten.
 *
 * @see <a
 *     href="https://activemq.apache.org/components/artemis/documentation/latest/undelivered-messages.html">Artemis:
 *     undelivered messages</a>
 */
public final class DeliveryRules {

  private final String queue;
  private final int deliveries;
  private final Optional<String> attested;
  private final BrokerSettings settings;

  /**
   * Rules for one queue.
   *
   * @param deliveries after how many the policy parks a message
   * @param attested the dead-letter address that the policy vouches for, where the broker's
   *     settings cannot be seen
   */
  public DeliveryRules(
      String queue, int deliveries, Optional<String> attested, BrokerSettings settings) {
    this.queue = queue;
    this.deliveries = deliveries;
    this.attested = attested;
    this.settings = settings;
  }

  List<Refusal> refusals() {
    Setting<AddressSettings> setting = settings.of(queue);
    if (setting instanceof Setting.NotYet) {
      throw new ServerStarting();
    }
    return setting instanceof Setting.Seen<AddressSettings> seen
        ? refusals(seen.value())
        : unseen();
  }

  private List<Refusal> refusals(AddressSettings seen) {
    List<Refusal> refusals = new ArrayList<>();
    switch (seen.deadLetters()) {
      case KEPT -> {}
      case QUEUE_MISSING ->
          refusals.add(missing("The dead-letter address of queue " + queue + " has no queue."));
      case THROWN_AWAY -> refusals.add(missing("Queue " + queue + " has no dead-letter address."));
    }
    if (seen.maxDeliveries() >= 0 && seen.maxDeliveries() <= deliveries) {
      refusals.add(
          new Refusal(
              Code.DELIVERIES_TOO_FEW,
              "The broker gives up after "
                  + seen.maxDeliveries()
                  + " deliveries, the policy parks after "
                  + deliveries
                  + ".",
              "Raise max-delivery-attempts, or lower semel.consumer.<name>.deliveries."));
    }
    return refusals;
  }

  private List<Refusal> unseen() {
    return attested.isPresent()
        ? List.of()
        : List.of(
            new Refusal(
                Code.DEAD_LETTER_ADDRESS_UNSEEN,
                "The settings of queue "
                    + queue
                    + " cannot be seen from here: the connection factory does not connect to a broker inside this server, or not only"
                    + " to that one.",
                "Give it a dead-letter address and name that in semel.consumer.<name>.dead-letter-address."));
  }

  private static Refusal missing(String finding) {
    return new Refusal(
        Code.DEAD_LETTER_ADDRESS_MISSING,
        finding,
        "Set dead-letter-address in the broker's address settings, and create its queue (server-config/README.md).");
  }
}
