// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.Optional;
import java.util.function.Predicate;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.AsyncProducer;
import org.apache.camel.CamelContext;
import org.apache.camel.Channel;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.Route;
import org.apache.camel.component.direct.DirectEndpoint;
import org.apache.camel.spi.CamelInternalProcessorAdvice;
import org.apache.camel.spi.InterceptSendToEndpoint;
import org.apache.camel.spi.InternalProcessor;
import org.apache.camel.spi.InternalProcessorFactory;
import org.apache.camel.spi.RouteIdAware;
import org.apache.camel.spi.SharedInternalProcessor;
import org.apache.camel.spi.StepIdAware;
import org.apache.camel.support.AsyncProcessorConverterHelper;
import org.apache.camel.support.processor.DelegateAsyncProcessor;
import org.jspecify.annotations.Nullable;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.edge.camel.exchange.Bounds;
import org.semel.internal.edge.camel.exchange.Exchanges;
import org.semel.internal.edge.camel.provider.DeliveredBody;
import org.semel.internal.edge.camel.provider.DeliveryTerms;

/**
 * Puts a check before each producer that leads out of a transaction or passes over a message, and
 * before each whose endpoint only a message named and no message may name. Here Camel makes the
 * producer of every step, however its endpoint is chosen and whether or not it is kept. What
 * delivers an intent is held to the terms of the delivery here, too. The endpoint stays what it is,
 * and so does what a producer does: outside a transaction it is only passed through, on whatever
 * thread it answers.
 *
 * <p>Where a route intercepts what is sent, the check stands behind its detour: what is skipped is
 * not sent.
 */
final class CheckedProducers implements InternalProcessorFactory {

  private final InternalProcessorFactory factory;
  private final CamelContext context;
  private final Predicate<Endpoint> unanswered;

  /**
   * Over what Camel makes.
   *
   * @param unanswered of which endpoints no one waits for an answer, although an exchange may ask
   */
  CheckedProducers(
      InternalProcessorFactory factory, CamelContext context, Predicate<Endpoint> unanswered) {
    this.factory = factory;
    this.context = context;
    this.unanswered = unanswered;
  }

  @Override
  public AsyncProducer createAsyncProducer(Endpoint endpoint) throws Exception {
    return checked(endpoint, factory.createAsyncProducer(endpoint));
  }

  @Override
  public Producer createProducer(Endpoint endpoint) throws Exception {
    Producer made = factory.createProducer(endpoint);
    return isPlain(endpoint)
        ? made
        : checked(endpoint, AsyncProcessorConverterHelper.convert(made));
  }

  @Override
  public AsyncProducer createInterceptSendToEndpointProcessor(
      InterceptSendToEndpoint endpoint,
      Endpoint delegate,
      AsyncProducer producer,
      boolean skip,
      org.apache.camel.@Nullable Predicate onWhen) {
    return factory.createInterceptSendToEndpointProcessor(
        endpoint, delegate, checked(delegate, producer), skip, onWhen);
  }

  private AsyncProducer checked(Endpoint endpoint, AsyncProducer made) {
    return isPlain(endpoint) ? made : new Checked(made, way(endpoint), !unanswered.test(endpoint));
  }

  private boolean isPlain(Endpoint endpoint) {
    return endpoint instanceof InterceptSendToEndpoint
        || (way(endpoint).isEmpty()
            && !unanswered.test(endpoint)
            && !EndpointKinds.any(endpoint, Schemes::speaksJms));
  }

  private Optional<Way> way(Endpoint endpoint) {
    if (endpoint instanceof InterceptSendToEndpoint) {
      return Optional.empty();
    }
    if (EndpointKinds.any(endpoint, Schemes::leavesTheThread)) {
      return Optional.of(Way.TO_ANOTHER_THREAD);
    }
    if (EndpointKinds.any(endpoint, Schemes::isNeverDynamic) && isChosen(endpoint)) {
      return Optional.of(Way.CHOSEN);
    }
    if (endpoint instanceof DirectEndpoint direct && !direct.isFailIfNoConsumers()) {
      return Optional.of(Way.PASSED_OVER);
    }
    if (!Schemes.isExternal(Schemes.of(endpoint.getEndpointUri()))) {
      return Optional.empty();
    }
    return Optional.of(
        EndpointKinds.any(endpoint, Schemes::speaksJms) ? Way.TO_A_BROKER : Way.OUTSIDE);
  }

  /** Camel keeps apart what its routes name, and what was made for a message. */
  private boolean isChosen(Endpoint endpoint) {
    return context.isStarted()
        && context.getEndpointRegistry().entrySet().stream()
            .filter(
                entry ->
                    entry.getValue() == endpoint
                        || (entry.getValue() instanceof InterceptSendToEndpoint intercepted
                            && intercepted.getOriginalEndpoint() == endpoint))
            .noneMatch(entry -> context.getEndpointRegistry().isStatic(entry.getKey().getUri()));
  }

  /** The way in which an endpoint leads out of a transaction, or leaves something of it undone. */
  private enum Way {
    TO_ANOTHER_THREAD("which another thread takes from"),
    CHOSEN("which no message may choose"),
    PASSED_OVER("which ignores it if there is no such route (failIfNoConsumers=false)"),
    TO_A_BROKER("which a rollback does not undo"),
    OUTSIDE("which a rollback does not undo");

    private final String why;

    Way(String why) {
      this.why = why;
    }

    boolean isClosed(Bounds bounds) {
      return switch (this) {
        case TO_ANOTHER_THREAD -> true;
        case PASSED_OVER -> bounds != Bounds.THREAD;
        case CHOSEN -> bounds != Bounds.TRANSFER && bounds != Bounds.DELIVERY;
        case TO_A_BROKER -> bounds == Bounds.TRANSACTION;
        case OUTSIDE -> !bounds.allowsExternal();
      };
    }

    String remedy(Bounds bounds) {
      if (this == PASSED_OVER) {
        return "Leave that option out.";
      }
      if (bounds == Bounds.TRANSFER) {
        return "Record another intent for it, or drop transfer=xa.";
      }
      if (bounds == Bounds.DELIVERY) {
        return "Record another intent for it, or say semel.destination.<name>.unanswered=allowed.";
      }
      return "Record an intent and send in the route that delivers it"
          + (this == TO_A_BROKER || this == OUTSIDE
              ? ", or say semel.consumer.<name>.external=allowed."
              : ".");
    }
  }

  private static final class Checked extends DelegateAsyncProcessor
      implements AsyncProducer, RouteIdAware, StepIdAware {

    private final AsyncProducer producer;
    private final Optional<Way> way;
    private final boolean replies;
    private final boolean speaksHttp;
    private final boolean speaksJms;
    private final boolean encodes;

    Checked(AsyncProducer producer, Optional<Way> way, boolean replies) {
      super(producer);
      this.producer = producer;
      this.way = way;
      this.replies = replies;
      this.speaksHttp = EndpointKinds.any(producer.getEndpoint(), Schemes::speaksHttp);
      this.speaksJms = EndpointKinds.any(producer.getEndpoint(), Schemes::speaksJms);
      this.encodes =
          speaksHttp && !producer.getEndpoint().getEndpointUri().contains("multipartUpload");
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
      Optional<SemelException> refusal = refusal(exchange);
      if (refusal.isEmpty()) {
        return send(exchange, callback);
      }
      exchange.setException(Exchanges.refuse(exchange, refusal.get()));
      callback.done(true);
      return true;
    }

    private boolean send(Exchange exchange, AsyncCallback callback) {
      Object recorded = encodes ? DeliveredBody.toSend(exchange) : null;
      if (recorded == null) {
        return super.process(exchange, callback);
      }
      Object carried = exchange.getMessage().getBody();
      exchange.getMessage().setBody(recorded);
      return super.process(
          exchange,
          synchronous -> {
            if (exchange.getMessage().getBody() == recorded) {
              exchange.getMessage().setBody(carried); // it has failed, and the route may go on
            }
            callback.done(synchronous);
          });
    }

    private Optional<SemelException> refusal(Exchange exchange) {
      if (!replies && exchange.getPattern().isOutCapable()) {
        return Optional.of(UnansweredSteps.refused(producer.getEndpoint()));
      }
      return way.flatMap(
              out ->
                  Exchanges.bounds(exchange).filter(out::isClosed).map(bounds -> left(out, bounds)))
          .or(() -> withheld(exchange, EndpointKinds.original(producer.getEndpoint())));
    }

    private Optional<SemelException> withheld(Exchange exchange, Endpoint endpoint) {
      if (speaksHttp) {
        return DeliveryTerms.refusalOverHttp(exchange, endpoint);
      }
      return speaksJms ? DeliveryTerms.refusalOverJms(exchange, endpoint) : Optional.empty();
    }

    private SemelException left(Way out, Bounds bounds) {
      return new SemelException(
          bounds == Bounds.DELIVERY ? Code.ROUTE_UNANSWERED : Code.SEND_REFUSED,
          bounds.who()
              + " was to be sent over "
              + Schemes.of(getEndpoint().getEndpointUri())
              + ", "
              + out.why
              + "; nothing was sent. "
              + out.remedy(bounds));
    }

    @Override
    public Endpoint getEndpoint() {
      return producer.getEndpoint();
    }

    @Override
    public boolean isSingleton() {
      return producer.isSingleton();
    }

    @Override
    public @Nullable String getRouteId() {
      return producer instanceof RouteIdAware aware ? aware.getRouteId() : null;
    }

    @Override
    public void setRouteId(String routeId) {
      if (producer instanceof RouteIdAware aware) {
        aware.setRouteId(routeId);
      }
    }

    @Override
    public @Nullable String getStepId() {
      return producer instanceof StepIdAware aware ? aware.getStepId() : null;
    }

    @Override
    public void setStepId(String stepId) {
      if (producer instanceof StepIdAware aware) {
        aware.setStepId(stepId);
      }
    }
  }

  @Override
  public InternalProcessor addUnitOfWorkProcessorAdvice(
      CamelContext camel, Processor processor, Route route) {
    return factory.addUnitOfWorkProcessorAdvice(camel, processor, route);
  }

  @Override
  public CamelInternalProcessorAdvice<?> createAggregateBacklogTracerAdvice(
      CamelContext camel, NamedNode definition) {
    return factory.createAggregateBacklogTracerAdvice(camel, definition);
  }

  @Override
  public SharedInternalProcessor createSharedCamelInternalProcessor(CamelContext camel) {
    return factory.createSharedCamelInternalProcessor(camel);
  }

  @Override
  public Channel createChannel(CamelContext camel) {
    return factory.createChannel(camel);
  }

  @Override
  public AsyncProcessor createWrapProcessor(Processor processor, Processor wrapped) {
    return factory.createWrapProcessor(processor, wrapped);
  }

  @Override
  public AsyncProducer createUnitOfWorkProducer(Producer producer) {
    return factory.createUnitOfWorkProducer(producer);
  }
}
