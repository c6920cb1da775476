// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.semel.SemelException;
import org.semel.fake.FakeTransactions;
import org.semel.fake.InMemoryIntents;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.relay.DestinationPolicy.Breaker;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract.Keys;
import org.semel.internal.engine.send.relay.DestinationPolicy.Dispatch;
import org.semel.internal.engine.send.relay.DestinationPolicy.RetryPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy.Throughput;
import org.semel.internal.engine.send.relay.DestinationPolicy.Transfer;
import org.semel.message.AllowedHeaders;

/** A relay starts as a whole or not at all, and can start again. */
class HalfStartedRelayTest {

  private final FakeTransactions transactions = new FakeTransactions();
  private final List<Thread> threads = new CopyOnWriteArrayList<>();
  private final AtomicBoolean refusing = new AtomicBoolean(true);

  @Test
  void aRelayThatIsRefusedAThreadLeavesNothingRunning() {
    Relay relay =
        new Relay(
            new DestinationQueue(policy(), new InMemoryIntents(transactions), transactions),
            lease -> new Delivery.Accepted(),
            RelayListener.NONE,
            this::thread,
            new WakeUp());
    assertThatThrownBy(relay::start)
        .isInstanceOf(SemelException.class)
        .hasMessageContaining("SEMEL-0106")
        .hasMessageContaining("mail");
    await().until(() -> threads.stream().noneMatch(Thread::isAlive));
    refusing.set(false);
    relay.start();
    assertThat(threads).as("all of its threads").hasSize(1 + 4);
    relay.stop();
    await().until(() -> threads.stream().noneMatch(Thread::isAlive));
  }

  private Thread thread(Runnable work) {
    if (refusing.get() && !threads.isEmpty()) {
      return null;
    }
    Thread thread = new Thread(work);
    threads.add(thread);
    return thread;
  }

  private static DestinationPolicy policy() {
    return new DestinationPolicy(
        new Destination("mail"),
        new Dispatch(AllowedHeaders.of(List.of()), Optional.empty(), Transfer.XA),
        new Throughput(4, 20, Duration.ofSeconds(30), Duration.ofMillis(20), Optional.empty()),
        new RetryPolicy(5, new Backoff(Duration.ofMillis(1), Duration.ofMillis(5)), Breaker.NONE),
        new Contract(Keys.IGNORED, Duration.ofHours(1), "Location"));
  }
}
