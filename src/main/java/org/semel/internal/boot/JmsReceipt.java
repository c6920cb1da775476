// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.camel.component.jms.JmsConfiguration;
import org.semel.Code;
import org.semel.internal.proof.Refusal;
import org.springframework.transaction.jta.JtaTransactionManager;

/** How a route receives over JMS, as its endpoint shows. */
final class JmsReceipt {

  /** A server enlists a session when it hands it out; one that is kept is in no transaction. */
  private static final Set<String> NOTHING_KEPT = Set.of("CACHE_AUTO", "CACHE_NONE");

  private final String route;
  private final JmsConfiguration configuration;

  JmsReceipt(String route, JmsConfiguration configuration) {
    this.route = route;
    this.configuration = configuration;
  }

  /** What would take a message out of the transaction of its claim. */
  List<Refusal> breaches() {
    List<Refusal> breaches = new ArrayList<>();
    if (configuration.isTransacted()) {
      breaches.add(breach("in a transaction of the session's own (transacted=true)"));
    } else if (configuration.getTransactionManager() == null) {
      breaches.add(breach("in no transaction (no transactionManager)"));
    } else if (!(configuration.getTransactionManager() instanceof JtaTransactionManager)) {
      breaches.add(breach("in transactions of another transactionManager"));
    }
    String cache = configuration.getCacheLevelName();
    if (cache != null && !NOTHING_KEPT.contains(cache)) {
      breaches.add(breach("through sessions that it keeps (cacheLevelName=" + cache + ")"));
    }
    if (configuration.isAsyncConsumer()) {
      breaches.add(breach("on one thread and runs on another (asyncConsumer=true)"));
    }
    return breaches;
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
            + " cacheLevelName=CACHE_NONE, asyncConsumer=false and the server's pooled XA connection"
            + " factory.");
  }
}
