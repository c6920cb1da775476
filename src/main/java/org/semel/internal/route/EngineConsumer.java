// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.route;

import java.util.Optional;
import java.util.function.Function;
import org.apache.camel.Endpoint;
import org.apache.camel.Processor;
import org.apache.camel.Suspendable;
import org.apache.camel.support.DefaultConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Camel's consumer over what the engine runs behind it: passes on start, suspend, resume and stop
 * of the route.
 */
final class EngineConsumer extends DefaultConsumer implements Suspendable {

  private final Function<DefaultConsumer, Lifecycle> engine;
  private @Nullable Lifecycle running;

  /**
   * What follows the route. {@code suspend} and {@code stop} return when the work that had begun
   * has ended.
   */
  record Lifecycle(Runnable start, Runnable suspend, Runnable resume, Runnable stop) {}

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
    next.start().run();
    running = next;
  }

  @Override
  protected void doSuspend() throws Exception {
    Optional.ofNullable(running).map(Lifecycle::suspend).ifPresent(Runnable::run);
    super.doSuspend();
  }

  @Override
  protected void doResume() throws Exception {
    super.doResume();
    Optional.ofNullable(running).map(Lifecycle::resume).ifPresent(Runnable::run);
  }

  @Override
  protected void doStop() throws Exception {
    Optional.ofNullable(running).map(Lifecycle::stop).ifPresent(Runnable::run);
    running = null;
    super.doStop();
  }
}
