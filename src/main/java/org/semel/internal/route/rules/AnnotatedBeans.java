// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.rules;

import java.util.Optional;
import java.util.stream.Stream;
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
import org.semel.internal.route.exchange.Bounds;
import org.semel.internal.route.exchange.Exchanges;

/**
 * Checks what a bean's method does with the answer that it gives, by its annotation: the model
 * shows a bean, and no more. What a step may not do in a transaction such a method may not either.
 */
final class AnnotatedBeans implements AnnotationBasedProcessorFactory {

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
    return checked(
        list,
        threads ? Optional.of(THREADS) : Optional.empty(),
        Stream.of(
                breach(swallows, SWALLOWS),
                breach(annotation.ignoreInvalidEndpoints(), PASSES_OVER))
            .flatMap(Optional::stream)
            .findFirst());
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
    return checked(made, Optional.empty(), breach(passesOver, PASSES_OVER));
  }

  private static Optional<String> breach(boolean found, String breach) {
    return found ? Optional.of(breach) : Optional.empty();
  }

  private static AsyncProcessor checked(
      AsyncProcessor made, Optional<String> always, Optional<String> behindInbox) {
    return always.isEmpty() && behindInbox.isEmpty()
        ? made
        : new Refusing(made, always, behindInbox);
  }

  /** One that must not be entered in a transaction; elsewhere it does what Camel makes it do. */
  private static final class Refusing extends DelegateAsyncProcessor implements ErrorHandlerAware {

    private final Optional<String> always;
    private final Optional<String> behindInbox;

    Refusing(AsyncProcessor made, Optional<String> always, Optional<String> behindInbox) {
      super(made);
      this.always = always;
      this.behindInbox = behindInbox;
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
      Optional<String> breach =
          Exchanges.bounds(exchange)
              .flatMap(bounds -> bounds == Bounds.THREAD ? always : always.or(() -> behindInbox));
      if (breach.isEmpty()) {
        return super.process(exchange, callback);
      }
      exchange.setException(Exchanges.refuse(exchange, refusal(breach.get())));
      callback.done(true);
      return true;
    }

    private static SemelException refusal(String breach) {
      return new SemelException(
          Code.SEND_REFUSED,
          "A bean's method in a transaction is annotated so that it "
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
