// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.proof;

import jakarta.jms.ConnectionFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.Component;
import org.apache.camel.Endpoint;
import org.apache.camel.component.jms.JmsEndpoint;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.PluginHelper;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.desk.watch.log.OperatorLog;
import org.semel.internal.edge.jms.Queues;
import org.semel.internal.edge.jms.SendingProbe;
import org.semel.internal.engine.receive.proof.ProofResult;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.internal.engine.send.Destination;
import org.springframework.jms.support.JmsAccessor;

/**
 * Proves that the routes that deliver to a destination hear of a broker that does not take a
 * message, over the connection factory of each of their endpoints. An endpoint that shows no
 * factory cannot be asked.
 */
public final class SendingProof {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Queues probes;

  /**
   * A proof whose messages travel on this queue where they travel at all.
   *
   * @param probeQueue its name at each of the brokers
   */
  public SendingProof(String probeQueue) {
    this.probes = Queues.named(probeQueue);
  }

  /**
   * The way in which an endpoint sends.
   *
   * @param transacted in transactions of the session's own
   */
  private record Sender(ConnectionFactory factory, boolean transacted) {

    static Optional<Sender> of(Endpoint endpoint) {
      if (endpoint instanceof JmsEndpoint jms
          && jms.createInOnlyTemplate() instanceof JmsAccessor template) {
        return Optional.ofNullable(template.getConnectionFactory())
            .map(factory -> new Sender(factory, template.isSessionTransacted()));
      }
      CamelContext context = endpoint.getCamelContext();
      return shown(context, endpoint, "connectionFactory")
          .or(() -> component(endpoint).flatMap(its -> shown(context, its, "connectionFactory")))
          .filter(ConnectionFactory.class::isInstance)
          .map(ConnectionFactory.class::cast)
          .map(
              factory ->
                  new Sender(
                      factory, shown(context, endpoint, "transacted").equals(Optional.of(true))));
    }

    private static Optional<Component> component(Endpoint endpoint) {
      return endpoint instanceof DefaultEndpoint made
          ? Optional.ofNullable(made.getComponent())
          : Optional.empty();
    }

    private static Optional<Object> shown(CamelContext context, Object part, String option) {
      return Optional.ofNullable(
          PluginHelper.getBeanIntrospection(context).getOrElseProperty(part, option, "", false));
    }
  }

  /**
   * Proves it, outside any transaction.
   *
   * @param endpoints by which it is sent to {@code destination}
   * @throws SemelException if they do not, or if that cannot be shown yet
   */
  public void prove(Destination destination, List<Endpoint> endpoints) {
    endpoints.stream()
        .flatMap(endpoint -> Sender.of(endpoint).stream())
        .distinct()
        .forEach(sender -> prove(destination, sender));
  }

  private void prove(Destination destination, Sender sender) {
    ProofResult verdict =
        new SendingProbe(sender.factory(), sender.transacted(), probes, PATIENCE).prove();
    if (verdict instanceof ProofResult.Refused refused) {
      throw new SemelException(
          Code.SENDING_UNPROVEN,
          "What the route of "
              + destination
              + " sends could be lost and count as delivered; nothing is sent. "
              + refused.refusals().stream()
                  .map(SendingProof::words)
                  .collect(Collectors.joining(" ")));
    }
    if (verdict instanceof ProofResult.Unproven unproven) {
      throw waiting(destination, unproven.cause());
    }
  }

  /**
   * The exception that names the destination that waits. Only the root of a cause would be
   * reported.
   */
  private static SemelException waiting(Destination destination, Throwable cause) {
    SemelException waits =
        new SemelException(
            Code.PROOF_WAITS,
            "It cannot be shown yet that the broker of "
                + destination
                + " is heard; nothing is sent until it is: "
                + OperatorLog.rootOf(cause)
                + ".");
    waits.addSuppressed(cause);
    return waits;
  }

  private static String words(Refusal refusal) {
    return refusal.finding() + " " + refusal.remedy();
  }
}
