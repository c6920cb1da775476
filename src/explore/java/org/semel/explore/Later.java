// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Consumer;
import org.apache.camel.DynamicRouter;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.RoutingSlip;
import org.apache.camel.support.DefaultAsyncProducer;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.support.DefaultEndpoint;
import org.jspecify.annotations.Nullable;

/** A component that answers on a thread of its own, as clients do that do not block. */
final class Later extends DefaultComponent {

  static final String SCHEME = "later";

  private static final String PROVIDER = SCHEME + ":provider";

  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "answers later");
            thread.setDaemon(true);
            return thread;
          });

  private final Processor answer;

  Later(Processor answer) {
    this.answer = answer;
  }

  /** A bean that chooses the endpoint, and not its route. */
  public static final class Chooser {

    @RoutingSlip
    public String slip() {
      return PROVIDER;
    }

    @DynamicRouter
    public @Nullable String router(@ExchangeProperty(Exchange.SLIP_ENDPOINT) String former) {
      return former == null ? PROVIDER : null;
    }
  }

  @Override
  protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
    return new DefaultEndpoint(uri, this) {
      @Override
      public Producer createProducer() {
        return new DefaultAsyncProducer(this) {
          @Override
          public boolean process(Exchange exchange, AsyncCallback callback) {
            THREADS.execute(() -> answer(exchange, callback));
            return false;
          }
        };
      }

      @Override
      public Consumer createConsumer(Processor processor) {
        throw new UnsupportedOperationException();
      }
    };
  }

  private void answer(Exchange exchange, AsyncCallback callback) {
    try {
      answer.process(exchange);
    } catch (Throwable e) {
      exchange.setException(e);
    }
    callback.done(false);
  }
}
