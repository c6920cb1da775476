// SPDX-License-Identifier: Apache-2.0
package org.semel.relay;

import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.semel.intent.IntentQueue;
import org.semel.tx.Transactions;

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
 * out again under the same key. Start and stop may be called from any thread, one after the other,
 * any number of times.
 */
public final class Relay {

  private final DestinationPolicy policy;
  private final Depot depot;
  private final Provider provider;
  private final RelayListener listener;
  private @Nullable Rounds rounds;

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
      Bells bells,
      LongSupplier clock) {

    /** By the machine's own clock. */
    public Depot(IntentQueue queue, Transactions transactions, ThreadFactory threads, Bells bells) {
      this(queue, transactions, threads, bells, System::nanoTime);
    }
  }

  public Relay(DestinationPolicy policy, Depot depot, Provider provider, RelayListener listener) {
    this.policy = policy;
    this.depot = depot;
    this.provider = provider;
    this.listener = listener;
  }

  public synchronized void start() {
    stop();
    Bell bell = depot.bells().of(policy.destination());
    Couriers couriers = new Couriers(policy, errand(), bell, depot.threads());
    Rounds next = new Rounds(policy, depot, couriers, listener);
    depot.threads().newThread(next).start();
    rounds = next;
  }

  private Errand errand() {
    return new Errand(
        provider,
        new Verdicts(policy, () -> provider.inquiry().isPresent(), RandomGenerator.getDefault()),
        new Circuit(policy.endurance().breaker(), depot.clock()),
        listener);
  }

  /**
   * Lets deliveries under way end and settles them, gives back what was not begun, and waits for
   * all that.
   */
  public synchronized void stop() {
    Optional.ofNullable(rounds).ifPresent(Rounds::stop);
    rounds = null;
  }
}
