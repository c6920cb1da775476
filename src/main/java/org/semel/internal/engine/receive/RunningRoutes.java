// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.semel.internal.engine.tx.StillRunning;
import org.semel.message.Identity;

/**
 * The messages whose routes a consumer's threads run at this moment. When a transaction has lasted
 * too long, its message comes again, though the thread may still be in the route, or hang there for
 * ever. It is not run a second time beside that: else it would take one worker after the other, and
 * no one would be left for its neighbours ({@link StillRunning}). Safe for any thread.
 */
public final class RunningRoutes {

  private final long most;
  private final LongSupplier nanos;
  private final Map<Identity, List<Long>> since = new ConcurrentHashMap<>();

  /**
   * None runs.
   *
   * @param most how long a route runs before none of its copies is run beside it
   * @param nanos a clock that never runs backwards
   */
  public RunningRoutes(Duration most, LongSupplier nanos) {
    this.most = most.toNanos();
    this.nanos = nanos;
  }

  /** The same route, but it refuses a message that still runs. */
  public Handler over(Handler handler) {
    return (message, identity) ->
        run(
            identity,
            () -> {
              handler.handle(message, identity);
              return identity;
            });
  }

  /** The same route of steps, but it refuses a message that still runs. */
  public SteppedHandler over(SteppedHandler handler) {
    return (message, identity, behind) ->
        run(identity, () -> handler.handle(message, identity, behind));
  }

  /** Two that have just begun are copies, and in no one's way where nothing is claimed. */
  private <T> T run(Identity identity, Callable<T> route) throws Exception {
    long now = nanos.getAsLong();
    since.compute(identity, (whose, running) -> beside(running, whose, now));
    try {
      return route.call();
    } finally {
      since.computeIfPresent(identity, (whose, running) -> without(running, now));
    }
  }

  private List<Long> beside(@Nullable List<Long> running, Identity whose, long now) {
    if (running == null) {
      return List.of(now);
    }
    if (now - running.get(0) > most) {
      throw new StillRunning(whose.toString());
    }
    return Stream.concat(running.stream(), Stream.of(now)).toList();
  }

  private static @Nullable List<Long> without(List<Long> running, long begun) {
    List<Long> left = new ArrayList<>(running);
    left.remove((Long) begun);
    return left.isEmpty() ? null : left;
  }
}
