// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.semel.message.IdentityRule;
import org.semel.receive.proof.Verdict;
import org.semel.tx.Faults;
import org.semel.tx.MarkedRollbackOnly;
import org.semel.tx.TransactionTimedOut;
import org.semel.tx.Transactions;

/** Makes consumers out of what the server offers. */
public final class Consumers {

  private final Server server;
  private final Memory memory;
  private final ReceiveListener listener;
  private final Replayer replayer;

  /**
   * What the server offers.
   *
   * @param transactions its transactions
   * @param faults tells faults that pass from faults that stay
   * @param threads makes threads that it manages
   */
  public record Server(Transactions transactions, Faults faults, ThreadFactory threads) {}

  /**
   * What is particular to one consumer.
   *
   * @param rule finds the identity
   * @param sources opens a source for each worker; cheap, connects on first use
   * @param proof makes the start-up proof
   */
  public record Particulars(IdentityRule rule, Supplier<Source> sources, Supplier<Verdict> proof) {}

  /**
   * A maker of consumers.
   *
   * @param replayer gets to know those that run
   */
  public Consumers(Server server, Memory memory, ReceiveListener listener, Replayer replayer) {
    this.server = server;
    this.memory = memory;
    this.listener = listener;
    this.replayer = replayer;
  }

  /** A consumer that is not started yet. */
  public Consumer consumer(ConsumerPolicy policy, Particulars particulars, Handler handler) {
    Receiver receiver = new Receiver(policy, particulars.rule(), memory, watched(handler));
    Supplier<Pass> passes =
        () ->
            new Pass(
                policy,
                receiver,
                memory,
                new Pass.Ends(particulars.sources().get(), server.transactions(), server.faults()));
    return new Consumer(
        policy,
        new Consumer.Crew(server.threads(), passes, () -> replayer.close(receiver)),
        new Permit(
            particulars.proof(),
            () -> {
              replayer.open(receiver);
              listener.started(policy);
            }),
        listener);
  }

  /**
   * A route that binds its transaction to roll back and says nothing has failed; one that overran
   * has failed for that, whatever it says itself.
   */
  private Handler watched(Handler handler) {
    return (message, identity) -> {
      try {
        handler.handle(message, identity);
      } catch (Exception e) {
        throw overran(e);
      } catch (StackOverflowError e) {
        throw overran(e);
      }
      server.transactions().requireCommittable();
    };
  }

  private <E extends Throwable> E overran(E failure) {
    try {
      server.transactions().requireCommittable();
    } catch (TransactionTimedOut timedOut) {
      timedOut.addSuppressed(failure);
      throw timedOut;
    } catch (MarkedRollbackOnly marked) {
      failure.addSuppressed(marked);
    }
    return failure;
  }
}
