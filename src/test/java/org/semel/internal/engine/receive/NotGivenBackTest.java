// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Session;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.semel.internal.edge.jms.session.LocalSessions;
import org.semel.internal.engine.receive.consumer.Consumer;
import org.semel.small.Proxied;
import org.semel.small.SmallServer;

/**
 * With {@code ack-after-commit} the database has rolled back, and the client cannot give the
 * message back: it throws what it does not declare, as Artemis' does on a thread that is
 * interrupted.
 */
class NotGivenBackTest {

  private static final Map<String, Class<?>> WATCHED =
      Map.of("createConnection", Connection.class, "createSession", Session.class);

  private final AtomicInteger failures = new AtomicInteger();
  private final SmallWorld world =
      new SmallWorld(
          () ->
              new LocalSessions(
                  watched(ConnectionFactory.class, SmallServer.shared().broker().plainFactory())));

  @Test
  void whatCouldNotBeGivenBackIsNotAcknowledgedWithWhatComesAfterIt() {
    AtomicInteger calls = new AtomicInteger();
    Consumer consumer =
        world.consumer(
            world.policy(1, 1),
            (message, identity) -> {
              if (calls.incrementAndGet() == 1) {
                failures.set(1);
                throw new IllegalStateException("not yet");
              }
            });
    world.send("1", "a");
    world.send("2", "b");
    consumer.start();
    await("nothing is left")
        .until(() -> world.server.broker().messages(world.queue) == 0 && world.claims() == 2);
    consumer.stop();
    assertThat(failures).as("a rollback has failed").hasValue(0);
    assertThat(world.claims()).as("what took effect").isEqualTo(2);
    assertThat(world.count("semel_parked")).isZero();
  }

  private <T> T watched(Class<T> type, Object real) {
    return Proxied.as(type, (method, arguments) -> answer(real, method, arguments));
  }

  private @Nullable Object answer(
      Object real, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    if (method.getName().equals("rollback") && failures.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
      throw new IllegalStateException("interrupted");
    }
    Object answer = Proxied.call(real, method, arguments);
    Class<?> watched = WATCHED.get(method.getName());
    return watched == null ? answer : watched(watched, answer);
  }
}
