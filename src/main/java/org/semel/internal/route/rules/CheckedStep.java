// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.rules;

import java.util.function.Consumer;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.support.processor.DelegateAsyncProcessor;

/** Asks before a step; if the answer is an exception, the step is not done and has failed. */
final class CheckedStep extends DelegateAsyncProcessor {

  private final Consumer<Exchange> check;

  CheckedStep(Processor target, Consumer<Exchange> check) {
    super(target);
    this.check = check;
  }

  @Override
  public boolean process(Exchange exchange, AsyncCallback callback) {
    try {
      check.accept(exchange);
    } catch (RuntimeException e) {
      exchange.setException(e);
      callback.done(true);
      return true;
    }
    return super.process(exchange, callback);
  }
}
