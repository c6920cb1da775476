// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.component.jms.JmsEndpoint;
import org.apache.camel.spi.InterceptSendToEndpoint;
import org.semel.Code;
import org.semel.internal.desk.watch.log.OperatorLog;
import org.semel.internal.desk.watch.log.WaitLog;
import org.semel.internal.edge.camel.rules.ClassicRoute;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.loop.SharedBackoff;
import org.semel.internal.engine.receive.proof.ProofResult;
import org.semel.internal.engine.receive.proof.Refusal;

/**
 * Gives classic routes over JMS the transactions of {@code inbox:}: message and claim are in one
 * transaction, which is proven before the first receipt, and in which the database commits first.
 */
final class ClassicReceipts {

  private static final Backoff OUTAGE = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5));

  private final CamelContext context;
  private final SemelEngine engine;

  ClassicReceipts(CamelContext context, SemelEngine engine) {
    this.context = context;
    this.engine = engine;
  }

  /**
   * Controls the transactions of these routes.
   *
   * @throws StartRefused if one of them would lose or double messages
   */
  void hold(List<ClassicRoute> routes) {
    List<Refusal> refusals = new ArrayList<>();
    for (ClassicRoute classic : routes) {
      jms(classic).ifPresent(endpoint -> refusals.addAll(hold(classic, endpoint)));
    }
    if (!refusals.isEmpty()) {
      throw new StartRefused(refusals);
    }
  }

  private List<Refusal> hold(ClassicRoute classic, JmsEndpoint endpoint) {
    String id = name(classic, endpoint);
    classic.bind();
    if (endpoint.getConfiguration().getTransactionManager() instanceof ClassicTransactions) {
      return List.of(); // another route begins with it
    }
    List<Refusal> breaches = new JmsReceipt(id, endpoint).breaches();
    if (!breaches.isEmpty()) {
      return breaches;
    }
    Supplier<ProofResult> proof = () -> proof(classic, endpoint);
    ProofResult verdict = proof.get();
    if (verdict instanceof ProofResult.Refused refused) {
      return refused.refusals().stream().map(refusal -> of(id, refusal)).toList();
    }
    if (verdict instanceof ProofResult.Unproven unproven) {
      tellThatItWaits(id, unproven);
    }
    endpoint
        .getConfiguration()
        .setTransactionManager(
            new ClassicTransactions(
                endpoint.getConfiguration().getTransactionManager(),
                engine::joinDatabase,
                engine::askDatabase,
                new ClassicPermit(id, proof, verdict instanceof ProofResult.Proven),
                new SharedBackoff(OUTAGE, WaitLog.ofRoute(id))));
    return List.of();
  }

  /** The name of the route: its id, if the application gave it one, as Camel's own come later. */
  private static String name(ClassicRoute classic, JmsEndpoint endpoint) {
    String id = classic.route().getRouteId();
    return id == null ? "from " + endpoint.getDestinationName() : id;
  }

  private static void tellThatItWaits(String id, ProofResult.Unproven unproven) {
    OperatorLog.warn(
        Code.PROOF_WAITS,
        "Route %s receives nothing until its transactions are proven: %s.",
        id,
        unproven.cause());
  }

  /** All its consumers' keys are in one table; any of the consumers can stand for the queue. */
  private ProofResult proof(ClassicRoute classic, JmsEndpoint endpoint) {
    Optional<String> queue =
        Optional.of(endpoint.getDestinationName()).filter(name -> !endpoint.isPubSubDomain());
    return engine.classicProof(
        classic.consumers().iterator().next(),
        queue,
        endpoint.getConfiguration().getOrCreateListenerConnectionFactory());
  }

  private static Refusal of(String id, Refusal refusal) {
    return new Refusal(refusal.code(), "Route " + id + ": " + refusal.finding(), refusal.remedy());
  }

  private Optional<JmsEndpoint> jms(ClassicRoute classic) {
    Endpoint endpoint = classic.route().getInput().getEndpoint();
    if (endpoint == null) {
      endpoint = context.getEndpoint(classic.route().getEndpointUrl());
    }
    if (endpoint instanceof InterceptSendToEndpoint judged) {
      endpoint = judged.getOriginalEndpoint();
    }
    return endpoint instanceof JmsEndpoint jms ? Optional.of(jms) : Optional.empty();
  }
}
