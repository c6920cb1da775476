// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel;

import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.support.DefaultConsumer;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.camel.Engine;
import org.semel.camel.InboxComponent;
import org.semel.camel.InboxEndpoint;
import org.semel.camel.IntentEndpoint;
import org.semel.internal.edge.camel.exchange.Bounds;
import org.semel.internal.edge.camel.exchange.RouteRunner;
import org.semel.internal.edge.camel.provider.RouteProvider;
import org.semel.internal.edge.camel.rules.JmsSteps;
import org.semel.internal.engine.loop.Lifecycle;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Intent;
import org.semel.internal.engine.send.relay.DestinationPolicy.Dispatch;
import org.semel.internal.engine.send.relay.DestinationPolicy.Transfer;
import org.semel.internal.engine.send.relay.DestinationPolicy.WithoutAnswer;
import org.semel.internal.engine.send.relay.Provider;

/** Joins Camel's components to what works behind them. */
public final class RouteEngine implements Engine {

  private final InboxEngine inbox;
  private final IntentEngine intents;

  public RouteEngine(InboxEngine inbox, IntentEngine intents) {
    this.inbox = inbox;
    this.intents = intents;
  }

  @Override
  public Consumer consumer(InboxEndpoint endpoint, Processor processor) {
    return new EngineConsumer(endpoint, processor, route -> receiver(endpoint.getName(), route));
  }

  @Override
  public Endpoint command(
      InboxComponent component, String uri, String command, Optional<String> name) {
    String given =
        name.filter(text -> !text.isBlank())
            .orElseThrow(() -> CommandMisuse.refused(uri, "is a command and needs a name"));
    return command.equals("step")
        ? new StepEndpoint(uri, component, given)
        : new EffectEndpoint(uri, component, inbox, given);
  }

  @Override
  public void declare(IntentEndpoint endpoint) {
    Destination destination = new Destination(endpoint.getDestination());
    String name = endpoint.getName();
    if (name == null) {
      return;
    }
    if (!Intent.Address.isName(name)) {
      throw new SemelException(
          Code.INTENT_NAME_INVALID,
          "'"
              + name
              + "' is no name for an intent ("
              + endpoint.getEndpointUri()
              + "): 1 to 64 letters, digits, dots, hyphens or underscores. Several of one name in one"
              + " effect are numbered.");
    }
    intents.named(destination, name);
  }

  @Override
  public Producer producer(IntentEndpoint endpoint) {
    return new IntentProducer(endpoint, intents);
  }

  @Override
  public Consumer consumer(IntentEndpoint endpoint, Processor processor) {
    Destination destination = new Destination(endpoint.getDestination());
    return endpoint.isQuery()
        ? new QueryConsumer(endpoint, processor, destination, intents)
        : new EngineConsumer(endpoint, processor, route -> relay(destination, route));
  }

  @Override
  public void claimsThrough(DataSource dataSource, String consumer) {
    inbox.claimsThrough(dataSource, consumer);
  }

  private Lifecycle receiver(String name, DefaultConsumer route) {
    Bounds bounds =
        inbox.allowsExternal(name) ? Bounds.TRANSACTION_AND_EXTERNAL : Bounds.TRANSACTION;
    return inbox.consumer(name, new RouteHandler(route, bounds));
  }

  private static Optional<Bounds> bounds(Dispatch dispatch) {
    if (dispatch.transfer() == Transfer.XA) {
      return Optional.of(Bounds.TRANSFER);
    }
    return dispatch.unanswered() == WithoutAnswer.ALLOWED
        ? Optional.empty()
        : Optional.of(Bounds.DELIVERY);
  }

  /** A relay that is suspended has settled what it had begun. */
  private Lifecycle relay(Destination destination, DefaultConsumer route) {
    Dispatch dispatch = intents.policy(destination).dispatch();
    boolean transfers = dispatch.transfer() == Transfer.XA;
    Provider provider =
        new RouteProvider(
            transfers ? RouteRunner.transacted(route) : RouteRunner.of(route),
            bounds(dispatch),
            intents.policy(destination).contract(),
            () -> intents.inquiries().of(destination),
            transfers ? intents::proveTransfer : proofOfSending(destination, dispatch, route));
    return intents.relay(destination, provider);
  }

  /** A destination whose intents may count as delivered without an answer needs no proof. */
  private Runnable proofOfSending(
      Destination destination, Dispatch dispatch, DefaultConsumer route) {
    if (dispatch.unanswered() == WithoutAnswer.ALLOWED) {
      return () -> {};
    }
    List<Endpoint> endpoints =
        JmsSteps.in(route.getEndpoint().getCamelContext()).of(destination.name());
    return () -> intents.proveSending(destination, endpoints);
  }
}
