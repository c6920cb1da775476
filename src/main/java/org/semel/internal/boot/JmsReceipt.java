// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.component.jms.ConsumerType;
import org.apache.camel.component.jms.JmsConfiguration;
import org.apache.camel.component.jms.JmsEndpoint;
import org.semel.Code;
import org.semel.internal.engine.receive.proof.Refusal;
import org.springframework.jms.listener.DefaultMessageListenerContainer;
import org.springframework.transaction.jta.JtaTransactionManager;

/** The way in which a route receives over JMS, as its endpoint shows. */
final class JmsReceipt {

  /** A server enlists a session when it hands it out; one that is kept is in no transaction. */
  private static final Set<String> NOTHING_KEPT = Set.of("CACHE_AUTO", "CACHE_NONE");

  /** The same by number, which goes before the name; below zero it says nothing. */
  private static final Set<Integer> NOTHING_KEPT_BY_NUMBER =
      Set.of(
          DefaultMessageListenerContainer.CACHE_AUTO, DefaultMessageListenerContainer.CACHE_NONE);

  private final String route;
  private final JmsEndpoint endpoint;
  private final JmsConfiguration configuration;

  JmsReceipt(String route, JmsEndpoint endpoint) {
    this.route = route;
    this.endpoint = endpoint;
    this.configuration = endpoint.getConfiguration();
  }

  /** The settings that would take a message out of the transaction of its claim. */
  List<Refusal> breaches() {
    List<Refusal> breaches = new ArrayList<>();
    if (configuration.isTransacted()) {
      breaches.add(breach("in a transaction of the session's own (transacted=true)"));
    } else if (configuration.getTransactionManager() == null) {
      breaches.add(breach("in no transaction (no transactionManager)"));
    } else if (!(configuration.getTransactionManager() instanceof JtaTransactionManager)) {
      breaches.add(breach("in transactions of another transactionManager"));
    }
    kept()
        .ifPresent(
            option -> breaches.add(breach("through sessions that it keeps (" + option + ")")));
    if (configuration.getConsumerType() != ConsumerType.Default) {
      breaches.add(
          breach(
              "through a container that begins no transaction (consumerType="
                  + configuration.getConsumerType()
                  + ")"));
    }
    if (configuration.isAsyncConsumer()) {
      breaches.add(breach("on one thread and runs on another (asyncConsumer=true)"));
    }
    unheard().ifPresent(breaches::add);
    return breaches;
  }

  private Optional<String> kept() {
    int level = configuration.getCacheLevel();
    if (level >= 0) {
      return Optional.of("cacheLevel=" + level)
          .filter(option -> !NOTHING_KEPT_BY_NUMBER.contains(level));
    }
    return Optional.ofNullable(configuration.getCacheLevelName())
        .filter(name -> !NOTHING_KEPT.contains(name))
        .map(name -> "cacheLevelName=" + name);
  }

  /** No session is kept, so that no one listens between two transactions. */
  private Optional<Refusal> unheard() {
    return !endpoint.isPubSubDomain() || isDurable()
        ? Optional.empty()
        : Optional.of(
            new Refusal(
                Code.TOPIC_REFUSED,
                "Route "
                    + route
                    + " receives from a topic without a durable subscription, and would miss what is published between two of"
                    + " its transactions.",
                "Receive from the queue of a durable subscription (docs/estates.md), or name one: subscriptionDurable=true,"
                    + " subscriptionShared=true and subscriptionName."));
  }

  private boolean isDurable() {
    return endpoint.isSubscriptionDurable() || endpoint.getDurableSubscriptionName() != null;
  }

  private Refusal breach(String how) {
    return new Refusal(
        Code.RECEIPT_REFUSED,
        "Route "
            + route
            + " claims its keys in the server's transactions and receives "
            + how
            + ".",
        "Let it begin with jms:, which Semel has set up, or give its component the server's"
            + " JtaTransactionManager as transactionManager, transacted=false,"
            + " cacheLevelName=CACHE_NONE, asyncConsumer=false, no other cacheLevel or consumerType, and the server's pooled XA connection"
            + " factory.");
  }
}
