// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.rules;

import java.util.Optional;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.CamelContext;
import org.apache.camel.DynamicRouter;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.RecipientList;
import org.apache.camel.RoutingSlip;
import org.apache.camel.spi.AnnotationBasedProcessorFactory;
import org.apache.camel.spi.ErrorHandlerAware;
import org.apache.camel.support.processor.DelegateAsyncProcessor;
import org.jspecify.annotations.Nullable;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.edge.camel.exchange.Bounds;
import org.semel.internal.edge.camel.exchange.Exchanges;

/**
 * Checks what a bean's method does with the answer that it gives, by its annotation: the model
 * shows a bean, and no more. Such a method may do no more in a transaction than a step may.
 */
final class AnnotatedBeans implements AnnotationBasedProcessorFactory {

  private static final String ENDS_EARLY = "ends before its parts do (timeout)";
  private static final String THREADS = "works on other threads (parallelProcessing or timeout)";
  private static final String SWALLOWS =
      "leaves it to an aggregation strategy whether a failure is one (no stopOnException)";
  private static final String PASSES_OVER =
      "passes over an endpoint that there is not (ignoreInvalidEndpoints)";

  private final AnnotationBasedProcessorFactory factory;

  /** Over what Camel makes of such annotations. */
  AnnotatedBeans(AnnotationBasedProcessorFactory factory) {
    this.factory = factory;
  }

  @Override
  public AsyncProcessor createRecipientList(CamelContext context, RecipientList annotation) {
    AsyncProcessor list = factory.createRecipientList(context, annotation);
    boolean threads =
        annotation.parallelProcessing()
            || annotation.parallelAggregate()
            || annotation.timeout() > 0;
    boolean swallows =
        !annotation.aggregationStrategy().isBlank()
            && !annotation.stopOnException()
            && !annotation.shareUnitOfWork();
    Optional<String> leftOut =
        breach(swallows, SWALLOWS)
            .or(() -> breach(annotation.ignoreInvalidEndpoints(), PASSES_OVER));
    return checked(
        list,
        new RefusedOptions(
            breach(threads, THREADS),
            leftOut,
            breach(annotation.timeout() > 0, ENDS_EARLY).or(() -> leftOut)));
  }

  @Override
  public AsyncProcessor createRoutingSlip(CamelContext context, RoutingSlip annotation) {
    return slip(
        factory.createRoutingSlip(context, annotation), annotation.ignoreInvalidEndpoints());
  }

  @Override
  public AsyncProcessor createDynamicRouter(CamelContext context, DynamicRouter annotation) {
    return slip(
        factory.createDynamicRouter(context, annotation), annotation.ignoreInvalidEndpoints());
  }

  private static AsyncProcessor slip(AsyncProcessor made, boolean passesOver) {
    Optional<String> leftOut = breach(passesOver, PASSES_OVER);
    return checked(made, new RefusedOptions(Optional.empty(), leftOut, leftOut));
  }

  private static Optional<String> breach(boolean found, String breach) {
    return found ? Optional.of(breach) : Optional.empty();
  }

  private static AsyncProcessor checked(AsyncProcessor made, RefusedOptions refused) {
    return refused.equals(RefusedOptions.NONE) ? made : new Refusing(made, refused);
  }

  /**
   * The refused options of an annotation.
   *
   * @param thread in every transaction
   * @param leftOut behind {@code inbox:}, too
   * @param delivery where an intent is delivered outside any transaction
   */
  private record RefusedOptions(
      Optional<String> thread, Optional<String> leftOut, Optional<String> delivery) {

    static final RefusedOptions NONE =
        new RefusedOptions(Optional.empty(), Optional.empty(), Optional.empty());

    Optional<String> of(Bounds bounds) {
      return switch (bounds) {
        case THREAD -> thread;
        case DELIVERY -> delivery;
        case TRANSACTION, TRANSACTION_AND_EXTERNAL, TRANSFER -> thread.or(() -> leftOut);
      };
    }
  }

  /**
   * A processor that must not be entered within some bounds; elsewhere it does what Camel makes it
   * do.
   */
  private static final class Refusing extends DelegateAsyncProcessor implements ErrorHandlerAware {

    private final RefusedOptions refused;

    Refusing(AsyncProcessor made, RefusedOptions refused) {
      super(made);
      this.refused = refused;
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
      Optional<SemelException> refusal =
          Exchanges.bounds(exchange)
              .flatMap(bounds -> refused.of(bounds).map(breach -> refusal(bounds, breach)));
      if (refusal.isEmpty()) {
        return super.process(exchange, callback);
      }
      exchange.setException(Exchanges.refuse(exchange, refusal.get()));
      callback.done(true);
      return true;
    }

    private static SemelException refusal(Bounds bounds, String breach) {
      return new SemelException(
          bounds == Bounds.DELIVERY ? Code.ROUTE_UNANSWERED : Code.SEND_REFUSED,
          "A bean's method "
              + (bounds == Bounds.DELIVERY ? "that delivers an intent" : "in a transaction")
              + " is annotated so that it "
              + breach
              + "; nothing was sent. Leave that option out, or record an intent.");
    }

    @Override
    public void setErrorHandler(Processor errorHandler) {
      if (getProcessor() instanceof ErrorHandlerAware aware) {
        aware.setErrorHandler(errorHandler);
      }
    }

    @Override
    public @Nullable Processor getErrorHandler() {
      return getProcessor() instanceof ErrorHandlerAware aware ? aware.getErrorHandler() : null;
    }
  }
}
