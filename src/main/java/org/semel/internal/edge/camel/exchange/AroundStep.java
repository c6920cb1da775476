// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.exchange;

import java.util.function.Function;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.support.processor.DelegateAsyncProcessor;

/** A step with something to do before it and after it. */
public final class AroundStep extends DelegateAsyncProcessor {

  /** For a step with nothing to do after it. */
  public static final Runnable NOTHING = () -> {};

  private final Function<Exchange, Runnable> before;

  /**
   * Wraps {@code step}.
   *
   * @param before called before the step, and answers what to do after it; if it throws, the step
   *     fails and does not run
   */
  public AroundStep(Processor step, Function<Exchange, Runnable> before) {
    super(step);
    this.before = before;
  }

  @Override
  public boolean process(Exchange exchange, AsyncCallback callback) {
    Runnable after;
    try {
      after = before.apply(exchange);
    } catch (RuntimeException e) {
      exchange.setException(e);
      callback.done(true);
      return true;
    }
    return super.process(
        exchange,
        synchronous -> {
          after.run();
          callback.done(synchronous);
        });
  }
}
