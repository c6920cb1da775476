// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.relay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.semel.internal.intent.IntentQueue;
import org.semel.internal.intent.Lease;
import org.semel.internal.intent.LeaseLimit;
import org.semel.internal.intent.WakeUps;
import org.semel.internal.loop.WakeUp;
import org.semel.internal.loop.WorkerThreads;
import org.semel.internal.relay.DestinationPolicy.Transfer;
import org.semel.internal.tx.Decision;
import org.semel.internal.tx.Transactions;

/**
 * The relay of one destination. Round after round:
 *
 * <ol>
 *   <li>in one short transaction, settle what came back and lease what is due;
 *   <li>outside any transaction, couriers deliver, several at once;
 *   <li>sleep until enough came back, the bell rings, or it is time to poll.
 * </ol>
 *
 * <p>A crash between delivery and settlement leaves a lease to run out; the same intent then goes
 * out again under the same key. Where the policy says {@link Transfer#XA}, all three are one
 * transaction instead ({@link TransactionalRelay}).
 *
 * <p>Start and stop may be called from any thread, one after the other, any number of times.
 */
public final class Relay {

  private static final Duration RENEWING = Duration.ofSeconds(10);

  private final DestinationPolicy policy;
  private final Depot depot;
  private final Provider provider;
  private final RelayListener listener;
  private List<RelayLoop> loops = List.of();

  /**
   * What a relay works with.
   *
   * @param queue of intents
   * @param transactions of the server
   * @param threads makes threads that the server manages
   * @param bells wake it
   * @param clock nanoseconds that never run backwards, for the rate and the circuit
   */
  public record Depot(
      IntentQueue queue,
      Transactions transactions,
      ThreadFactory threads,
      WakeUps bells,
      LongSupplier clock) {

    /** By the machine's own clock. */
    public Depot(
        IntentQueue queue, Transactions transactions, ThreadFactory threads, WakeUps bells) {
      this(queue, transactions, threads, bells, System::nanoTime);
    }

    List<Lease> lease(DestinationPolicy policy, LeaseLimit most) {
      Duration life = policy.pace().lease();
      return policy.dispatch().orderBy().isPresent()
          ? queue.leaseInOrder(policy.destination(), most, life)
          : queue.lease(policy.destination(), most, life);
    }

    /** Whether this lease is ours for as long again; if nobody can say, it is not. */
    boolean renew(DestinationPolicy policy, Lease lease) {
      return transactions
          .inNew(RENEWING, () -> Decision.commit(queue.renew(lease, policy.pace().lease())))
          .committed()
          .orElse(false);
    }
  }

  public Relay(DestinationPolicy policy, Depot depot, Provider provider, RelayListener listener) {
    this.policy = policy;
    this.depot = depot;
    this.provider = provider;
    this.listener = new GuardedListener(listener);
  }

  /**
   * Begins, once what began before has ended.
   *
   * @throws org.semel.SemelException if the server has too few threads; nothing goes on then
   */
  public synchronized void start() {
    stop();
    List<RelayLoop> next =
        policy.dispatch().transfer() == Transfer.XA ? transfers() : List.of(rounds());
    new WorkerThreads(depot.threads())
        .start(
            "The relay of " + policy.destination().name(),
            next,
            begun -> end(next.subList(0, begun)));
    loops = next;
  }

  /**
   * Lets deliveries under way end and settles them, gives back what was not begun, and waits for
   * all that.
   */
  public synchronized void stop() {
    end(loops);
    loops = List.of();
  }

  private static void end(List<RelayLoop> begun) {
    begun.forEach(RelayLoop::end);
    begun.forEach(RelayLoop::awaitEnd);
  }

  private RelayLoop rounds() {
    WakeUp bell = bell();
    DeliveryAttempts errand =
        errand(provider, Delivery.Unknown::new, lease -> depot.renew(policy, lease));
    DeliveryPool couriers = new DeliveryPool(policy, depot, errand, bell::signal, listener);
    return new RelayLoop(
        policy, new LeasingRelay(policy, depot, couriers, listener), bell, listener);
  }

  /**
   * One that polls and hears the bell, and those that it calls when there is more to do. A rate is
   * kept by one alone.
   */
  private List<RelayLoop> transfers() {
    Provider transacted = new TransactedProvider(provider, depot.transactions());
    DeliveryAttempts errand = // the row is locked until the commit
        errand(transacted, TransactedProvider::undone, lease -> true);
    int helpers = policy.pace().rate().isPresent() ? 0 : policy.pace().concurrency() - 1;
    List<WakeUp> bells = Stream.generate(WakeUp::new).limit(helpers).toList();
    Runnable more = () -> bells.forEach(WakeUp::signal);
    Duration poll = policy.pace().poll();
    List<RelayLoop> crew = new ArrayList<>();
    crew.add(transfer(new TransactionalRelay.Crew(transacted, errand, poll, more), bell()));
    Duration patience = poll.multipliedBy(10);
    bells.forEach(
        bell ->
            crew.add(
                transfer(new TransactionalRelay.Crew(transacted, errand, patience, more), bell)));
    return crew;
  }

  private RelayLoop transfer(TransactionalRelay.Crew crew, WakeUp bell) {
    return new RelayLoop(
        policy, new TransactionalRelay(policy, depot, crew, listener), bell, listener);
  }

  private DeliveryAttempts errand(
      Provider takes, Function<String, Delivery> lost, Predicate<Lease> renewed) {
    return new DeliveryAttempts(
        takes,
        lost,
        new SettlementPolicy(
            policy, () -> takes.inquiry().isPresent(), RandomGenerator.getDefault()),
        new DestinationCircuit(policy.endurance().breaker(), depot.clock(), longest()),
        listener,
        renewed);
  }

  /** What takes longer is given up, or its transaction is rolled back. */
  private Duration longest() {
    return policy.dispatch().transfer() == Transfer.XA
        ? policy.pace().lease()
        : policy.pace().deliveryTimeout();
  }

  private WakeUp bell() {
    return depot.bells().of(policy.destination());
  }
}
