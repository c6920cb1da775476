// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send.relay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.semel.internal.engine.loop.Gate;
import org.semel.internal.engine.loop.Lifecycle;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.loop.Pausable;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.loop.WorkerThreads;
import org.semel.internal.engine.send.SentMarks;
import org.semel.internal.engine.send.relay.DestinationPolicy.Transfer;
import org.semel.internal.engine.send.relay.TransactionalRelay.TransactedChannel;
import org.semel.operations.node.DestinationStatus.DestinationState;

/**
 * The relay of one destination. Step after step:
 *
 * <ol>
 *   <li>in one short transaction, settle finished deliveries and lease what is due;
 *   <li>outside any transaction, delivery threads send, several at once; where the provider ignores
 *       keys, that they do is noted before, in a transaction of its own ({@link SentMarks});
 *   <li>sleep until enough deliveries have finished, a wake-up comes, or it is time to poll.
 * </ol>
 *
 * <p>A crash between delivery and settlement leaves a lease to run out; the same intent is then
 * sent again under the same key, or asked for, or left to a person. Under {@link Transfer#XA} all
 * three are one transaction instead ({@link TransactionalRelay}).
 *
 * <p>While an operator has paused the destination or the server is suspended, no circuit of it
 * admits anything: nothing more is leased or sent, and what is under way is settled.
 *
 * <p>Start and stop may be called from any thread, one after the other, any number of times.
 */
public final class Relay implements Lifecycle, Pausable {

  private final DestinationPolicy policy;
  private final DestinationQueue queue;
  private final Provider provider;
  private final Observer<RelayEvent> observer;
  private final ThreadFactory threads;
  private final WakeUp wakeUp;
  private final LongSupplier clock;
  private final Set<Gate.Closer> pausedBy = ConcurrentHashMap.newKeySet();
  private volatile List<RelayLoop> loops = List.of();
  private volatile Optional<DestinationCircuit> circuit = Optional.empty();

  /** By the machine's own clock. */
  public Relay(
      DestinationQueue queue,
      Provider provider,
      Observer<RelayEvent> observer,
      ThreadFactory threads,
      WakeUp wakeUp) {
    this(queue, provider, observer, threads, wakeUp, System::nanoTime);
  }

  /**
   * A relay that is not started.
   *
   * @param queue the destination's intents
   * @param threads makes threads that the server manages
   * @param wakeUp signalled when intents are recorded
   * @param clock nanoseconds that never run backwards, for rate limit, circuit and time-outs
   */
  public Relay(
      DestinationQueue queue,
      Provider provider,
      Observer<RelayEvent> observer,
      ThreadFactory threads,
      WakeUp wakeUp,
      LongSupplier clock) {
    this.policy = queue.policy();
    this.queue = queue;
    this.observer = Observer.guarded(observer, RelayEvent::defect);
    this.provider = provider;
    this.threads = threads;
    this.wakeUp = wakeUp;
    this.clock = clock;
  }

  /**
   * Starts, once what was started before has ended.
   *
   * @throws org.semel.SemelException if the server has too few threads; nothing runs then
   */
  @Override
  public synchronized void start() {
    stop();
    observer.on(new RelayEvent.Begins(policy.destination()));
    List<RelayLoop> next =
        policy.dispatch().transfer() == Transfer.XA ? transferring() : List.of(leasing());
    new WorkerThreads(threads)
        .start(
            "The relay of " + policy.destination().name(),
            next,
            begun -> end(next.subList(0, begun)));
    loops = next;
  }

  /**
   * Lets deliveries under way finish and settles them, releases leases that were not begun, and
   * waits for all that.
   */
  @Override
  public synchronized void stop() {
    end(loops);
    loops = List.of();
  }

  @Override
  public void pause(Gate.Closer by) {
    pausedBy.add(by);
    wakeUp.signal(); // those that wait for their turn are released now
  }

  @Override
  public void resume(Gate.Closer by) {
    pausedBy.remove(by);
    wakeUp.signal();
  }

  /**
   * The state of its circuit, unless an operator holds it; empty if the relay does not run. Waits
   * for nothing. A server that is suspended holds it, too, but is no operator, and alone in it.
   */
  public Optional<DestinationState> state() {
    return running()
        .map(
            running ->
                pausedBy.stream().allMatch(Gate.Closer.SERVER::equals)
                    ? running.state()
                    : new DestinationState.HeldByOperator());
  }

  /** Its circuit's reading of the provider; empty if the relay does not run. Waits for nothing. */
  public Optional<ProviderStanding> standing() {
    return running().map(DestinationCircuit::standing);
  }

  private Optional<DestinationCircuit> running() {
    return loops.isEmpty() ? Optional.empty() : circuit;
  }

  private static void end(List<RelayLoop> begun) {
    begun.forEach(RelayLoop::end);
    begun.forEach(RelayLoop::awaitEnd);
  }

  private RelayLoop leasing() {
    DestinationChannel channel = new DestinationChannel(queue, provider, circuit(), observer);
    DeliveryPool pool = new DeliveryPool(channel, threads, wakeUp::signal, clock);
    return loop(new LeasingRelay(channel, pool, rateLimit(), provider::proveAnswers), wakeUp);
  }

  /**
   * One loop that polls and is woken, and those that it wakes when there is more to do. A rate
   * limit is kept by one loop alone.
   */
  private List<RelayLoop> transferring() {
    DestinationCircuit shared = circuit();
    int helpers =
        policy.throughput().rate().isPresent() ? 0 : policy.throughput().concurrency() - 1;
    List<WakeUp> wakeUps = Stream.generate(WakeUp::new).limit(helpers).toList();
    Runnable more = () -> wakeUps.forEach(WakeUp::signal);
    Duration poll = policy.throughput().poll();
    List<RelayLoop> all = new ArrayList<>();
    all.add(loop(transferring(shared, poll, more), wakeUp));
    wakeUps.forEach(
        helper -> all.add(loop(transferring(shared, poll.multipliedBy(10), more), helper)));
    return all;
  }

  /** For one loop. */
  private TransactionalRelay transferring(DestinationCircuit shared, Duration rest, Runnable more) {
    TransactedChannel own = new TransactedChannel(queue, provider, shared, observer);
    return new TransactionalRelay(own, rateLimit(), rest, more);
  }

  private RelayLoop loop(RelayLoop.Steps steps, WakeUp own) {
    return new RelayLoop(policy, steps, own, observer);
  }

  private DestinationCircuit circuit() {
    DestinationCircuit made =
        new DestinationCircuit(
            policy.retry().breaker(), clock, longest(), () -> !pausedBy.isEmpty());
    circuit = Optional.of(made);
    return made;
  }

  private RateLimiter rateLimit() {
    return new RateLimiter(policy.throughput().rate(), clock);
  }

  /**
   * The longest time of a delivery. One that takes longer is given up, or its transaction is rolled
   * back.
   */
  private Duration longest() {
    return policy.dispatch().transfer() == Transfer.XA
        ? policy.throughput().lease()
        : policy.throughput().deliveryTimeout();
  }
}
