// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel;

import org.apache.camel.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.DefaultProducer;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.camel.InboxComponent;
import org.semel.internal.edge.camel.exchange.ExchangeSteps;
import org.semel.internal.edge.camel.exchange.Exchanges;

/**
 * {@code inbox:step?name=…}: a recovery point. The work before it commits together with the record
 * of the step. The rest of the route runs in the next transaction, from what that record stores.
 */
final class StepEndpoint extends DefaultEndpoint {

  private final String step;

  StepEndpoint(String uri, InboxComponent component, String step) {
    super(uri, component);
    this.step = step;
  }

  @Override
  public Producer createProducer() {
    return new DefaultProducer(this) {
      @Override
      public void process(Exchange exchange) {
        reach(exchange);
      }
    };
  }

  private void reach(Exchange exchange) {
    if (!ExchangeSteps.allowed(exchange)) {
      throw Exchanges.refuse(
          exchange,
          new SemelException(
              Code.STEP_REFUSED,
              "Step "
                  + step
                  + " was reached in a route that cannot be resumed; use it in a route that begins"
                  + " with inbox: and has protocol=store-first. All is rolled back."));
    }
    if (ExchangeSteps.skipping(exchange)) {
      ExchangeSteps.passed(exchange, step);
    } else {
      ExchangeSteps.stop(exchange, step);
    }
  }

  @Override
  public Consumer createConsumer(Processor processor) {
    throw CommandMisuse.refused(getEndpointUri(), "is a command and no consumer");
  }
}
