// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel;

import java.util.Optional;
import java.util.function.Function;
import org.apache.camel.Endpoint;
import org.apache.camel.Processor;
import org.apache.camel.Suspendable;
import org.apache.camel.support.DefaultConsumer;
import org.jspecify.annotations.Nullable;
import org.semel.internal.engine.loop.Lifecycle;

/**
 * Camel's consumer over what the engine runs behind it: passes on start, suspend, resume and stop
 * of the route.
 */
final class EngineConsumer extends DefaultConsumer implements Suspendable {

  private final Function<DefaultConsumer, Lifecycle> engine;
  private @Nullable Lifecycle running;

  /**
   * The consumer of {@code endpoint}.
   *
   * @param engine makes what follows the route; called each time that the route starts
   */
  EngineConsumer(
      Endpoint endpoint, Processor processor, Function<DefaultConsumer, Lifecycle> engine) {
    super(endpoint, processor);
    this.engine = engine;
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    Lifecycle next = engine.apply(this);
    next.start();
    running = next;
  }

  @Override
  protected void doSuspend() throws Exception {
    Optional.ofNullable(running).ifPresent(Lifecycle::suspend);
    super.doSuspend();
  }

  @Override
  protected void doResume() throws Exception {
    super.doResume();
    Optional.ofNullable(running).ifPresent(Lifecycle::resume);
  }

  @Override
  protected void doStop() throws Exception {
    Optional.ofNullable(running).ifPresent(Lifecycle::stop);
    running = null;
    super.doStop();
  }
}
