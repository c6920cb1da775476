// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.semel.fake.FakeTransactions;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract.Keys;
import org.semel.internal.engine.send.relay.DestinationPolicy.Throughput;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Completion.During;
import org.semel.internal.engine.tx.Completion.RolledBack;
import org.semel.internal.engine.tx.Completion.Unknown;
import org.semel.internal.engine.tx.Work;

/**
 * An intent that was not sent is in nobody's doubt, though its lease ran out before its relay could
 * give it back.
 */
class UnsentIntentsTest {

  private static final Duration LEASE = Duration.ofSeconds(2);

  /** Nothing of the second relay's is to run out, however slow the machine is. */
  private static final Duration LONG = Duration.ofMinutes(1);

  private final RelayWorld world = new RelayWorld();
  private final LostConnection link = new LostConnection();
  private final CountDownLatch release = new CountDownLatch(1);
  private final List<Relay> firsts = new CopyOnWriteArrayList<>();
  private final List<String> sentByFirst = new CopyOnWriteArrayList<>();
  private final List<SettledLease> lost = new CopyOnWriteArrayList<>();
  private final List<SettledLease> settled = new CopyOnWriteArrayList<>();

  @AfterEach
  void allThreadsAreGone() {
    link.away.set(false);
    release.countDown();
    firsts.forEach(Relay::stop);
    world.close();
  }

  @ParameterizedTest
  @EnumSource(Keys.class)
  void whatCouldNotBeGivenBackWhileTheDatabaseWasAwayIsSentByWhoLeasesNext(Keys keys) {
    recordTwo();
    first(keys).start();
    await("it delivers one, and the database goes away").untilTrue(link.away);
    second(keys);
    await("another has both").until(() -> settled.size() == 2);
    assertThatTheOtherIsSentOnce();
    assertThatAPersonDecidesOnlyWhere(keys);
    link.away.set(false);
    release.countDown();
    await("the first learns that both are another's").until(() -> lost.size() == 2);
  }

  @ParameterizedTest
  @EnumSource(Keys.class)
  void whatARelayThatStopsCouldNotGiveBackIsSentByWhoLeasesNext(Keys keys) {
    recordTwo();
    Relay first = first(keys);
    first.start();
    await("it delivers one, and the database goes away").untilTrue(link.away);
    first.stop();
    second(keys);
    await("another has both").until(() -> settled.size() == 2);
    assertThatTheOtherIsSentOnce();
    assertThatAPersonDecidesOnlyWhere(keys);
  }

  /** Alone, as the rows say that they are leased, and the relay holds no lease. */
  @Test
  void whatWasLeasedByACommitWithoutAnAnswerIsSentOnceItsLeaseIsOver() {
    recordTwo();
    link.silent.set(true);
    first(Keys.IGNORED, this::accept).start();
    await("both leases have run out, and both are sent").until(() -> settled.size() == 2);
    assertThat(settled)
        .extracting(SettledLease::settlement)
        .containsOnly(new Settlement.Delivered());
    assertThat(sentByFirst).containsExactlyInAnyOrder("1", "2");
  }

  private void recordTwo() {
    world.record("mail", "1");
    world.record("mail", "2");
  }

  /** Whichever the first relay did not send. */
  private void assertThatTheOtherIsSentOnce() {
    assertThat(sentByFirst).hasSize(1);
    String other = sentByFirst.contains("1") ? "2" : "1";
    assertThat(world.sentByKey.get(other)).hasValue(1);
    assertThat(settled)
        .filteredOn(one -> one.lease().intent().cause().key().equals(other))
        .extracting(SettledLease::settlement)
        .containsExactly(new Settlement.Delivered());
  }

  /** Of the one that was sent, and of which no answer came. */
  private void assertThatAPersonDecidesOnlyWhere(Keys keys) {
    assertThat(world.queue.count("parked")).isEqualTo(keys == Keys.IGNORED ? 1 : 0);
    assertThat(world.sent).hasValue(keys == Keys.IGNORED ? 1 : 2);
  }

  /** Sends one, which takes long; the other one waits. Its link breaks as soon as it sends. */
  private Relay first(Keys keys) {
    return first(keys, this::deliver);
  }

  private Relay first(Keys keys, Provider provider) {
    Relay relay =
        new Relay(
            new DestinationQueue(policy(keys, LEASE), world.queue, link),
            provider,
            new BothRelays(),
            Thread::new,
            new WakeUp());
    firsts.add(relay);
    return relay;
  }

  private Delivery accept(Lease lease) {
    sentByFirst.add(lease.intent().cause().key());
    return new Delivery.Accepted();
  }

  private Delivery deliver(Lease lease) {
    sentByFirst.add(lease.intent().cause().key());
    link.away.set(true);
    return RelayWorld.hang(release);
  }

  private void second(Keys keys) {
    world.beside = new BothRelays();
    world.start(policy(keys, LONG), lease -> new Delivery.Accepted());
  }

  private static DestinationPolicy policy(Keys keys, Duration lease) {
    DestinationPolicy policy = RelayWorld.policy("mail");
    return new DestinationPolicy(
        policy.destination(),
        policy.dispatch(),
        new Throughput(1, 20, lease, policy.throughput().poll()),
        policy.retry(),
        new Contract(keys, Duration.ofHours(1), "Location"));
  }

  private final class BothRelays implements RelayListener {

    @Override
    public void settled(Destination destination, SettledLease one) {
      boolean isFinal =
          one.settlement() instanceof Settlement.Delivered
              || one.settlement() instanceof Settlement.Parked;
      if (isFinal) { // on a slow machine one is given back before it begins
        settled.add(one);
      }
    }

    @Override
    public void leaseLost(Destination destination, SettledLease late) {
      lost.add(late);
    }
  }

  /** A node's own link to the database. */
  private final class LostConnection extends FakeTransactions {

    private final AtomicBoolean away = new AtomicBoolean();

    /** No answer comes to the next commit. */
    private final AtomicBoolean silent = new AtomicBoolean();

    @Override
    public <T> Completion<T> inNew(Duration timeout, Work<T> work) {
      if (away.get()) {
        return new RolledBack<>(During.BEGIN, new IllegalStateException("database away"));
      }
      Completion<T> completion = world.transactions.inNew(timeout, work);
      return completion instanceof Committed && silent.compareAndSet(true, false)
          ? new Unknown<>(new IllegalStateException("no answer to the commit"))
          : completion;
    }
  }
}
