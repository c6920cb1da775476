// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.semel.Gate;
import org.semel.inbox.Progress;
import org.semel.inbox.StoredMessages;
import org.semel.message.Identity;
import org.semel.message.IdentityRule;
import org.semel.message.Message;
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
    Supplier<Pass> passes = passes(policy, particulars, receiver);
    return consumer(
        particulars,
        receiver,
        new Hands(
            policy,
            gate ->
                Stream.generate(passes)
                    .limit(policy.pace().workers())
                    .<Task>map(pass -> pass)
                    .toList(),
            () -> {}));
  }

  /** One that stores first and works off later, not started yet. */
  public Consumer storeFirst(
      ConsumerPolicy policy, Particulars particulars, Later later, SteppedHandler handler) {
    StoreFirst first =
        new StoreFirst(
            policy,
            later.policy(),
            new StoreFirst.Parts(later.messages(), memory, server, watched(handler)));
    Receiver receiver = new Receiver(policy, particulars.rule(), memory, first.conduct());
    Supplier<Pass> passes = passes(policy, particulars, receiver);
    return consumer(
        particulars,
        receiver,
        new Hands(policy, gate -> first.tasks(passes, gate, listener), first::wake));
  }

  /**
   * What working off later takes.
   *
   * @param policy how
   * @param messages where they are stored
   */
  public record Later(StoredPolicy policy, StoredMessages messages) {}

  /** Who works under this policy, and what wakes them. */
  private record Hands(ConsumerPolicy policy, Function<Gate, List<Task>> tasks, Runnable wake) {}

  private Consumer consumer(Particulars particulars, Receiver receiver, Hands hands) {
    return new Consumer(
        hands.policy(),
        new Consumer.Crew(
            server.threads(), hands.tasks(), hands.wake(), () -> replayer.close(receiver)),
        new Permit(
            particulars.proof(),
            () -> {
              replayer.open(receiver);
              listener.started(hands.policy());
            }),
        listener);
  }

  private Supplier<Pass> passes(ConsumerPolicy policy, Particulars particulars, Receiver receiver) {
    return () ->
        new Pass(
            policy,
            receiver,
            memory,
            new Pass.Ends(particulars.sources().get(), server.transactions(), server.faults()));
  }

  /**
   * A route that binds its transaction to roll back and says nothing has failed; one that overran
   * has failed for that, whatever it says itself.
   */
  private Handler watched(Handler handler) {
    return (message, identity) ->
        watch(
            () -> {
              handler.handle(message, identity);
              return identity;
            });
  }

  private SteppedHandler watched(SteppedHandler handler) {
    return new SteppedHandler() {
      @Override
      public void handle(Message message, Identity identity) throws Exception {
        handle(message, identity, Optional.empty());
      }

      @Override
      public Optional<Progress> handle(
          Message message, Identity identity, Optional<Progress> behind) throws Exception {
        return watch(() -> handler.handle(message, identity, behind));
      }
    };
  }

  private <T> T watch(Callable<T> act) throws Exception {
    T result;
    try {
      result = act.call();
    } catch (Exception e) {
      throw overran(e);
    } catch (StackOverflowError e) {
      throw overran(e);
    }
    server.transactions().requireCommittable();
    return result;
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
