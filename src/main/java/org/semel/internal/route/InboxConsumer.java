// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route;

import java.util.Optional;
import org.apache.camel.Processor;
import org.apache.camel.Suspendable;
import org.apache.camel.support.DefaultConsumer;
import org.jspecify.annotations.Nullable;
import org.semel.camel.InboxEndpoint;
import org.semel.internal.consumer.Consumer;
import org.semel.internal.route.exchange.Bounds;

/** Gives a route's life to a {@link Consumer}: start, suspend, resume, stop. */
final class InboxConsumer extends DefaultConsumer implements Suspendable {

  private final InboxEndpoint endpoint;
  private final InboxEngine engine;
  private @Nullable Consumer consumer;

  InboxConsumer(InboxEndpoint endpoint, Processor processor, InboxEngine engine) {
    super(endpoint, processor);
    this.endpoint = endpoint;
    this.engine = engine;
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    Consumer next = engine.consumer(endpoint.getName(), new RouteHandler(this, bounds()));
    next.start();
    consumer = next;
  }

  private Bounds bounds() {
    return engine.allowsExternal(endpoint.getName())
        ? Bounds.TRANSACTION_AND_EXTERNAL
        : Bounds.TRANSACTION;
  }

  @Override
  protected void doSuspend() throws Exception {
    Optional.ofNullable(consumer).ifPresent(Consumer::suspend);
    super.doSuspend();
  }

  @Override
  protected void doResume() throws Exception {
    super.doResume();
    Optional.ofNullable(consumer).ifPresent(Consumer::resume);
  }

  @Override
  protected void doStop() throws Exception {
    Optional.ofNullable(consumer).ifPresent(Consumer::stop);
    consumer = null;
    super.doStop();
  }
}
