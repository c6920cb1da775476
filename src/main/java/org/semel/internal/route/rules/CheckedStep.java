// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route.rules;

import java.util.function.Consumer;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.support.processor.DelegateAsyncProcessor;

/** Checks before a step; if the check throws, the step fails and does not run. */
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
