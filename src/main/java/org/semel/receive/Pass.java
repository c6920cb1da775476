// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.semel.inbox.Failure;
import org.semel.inbox.Failures;
import org.semel.message.Identity;
import org.semel.receive.PassResult.Culprit;
import org.semel.tx.Completion;
import org.semel.tx.Completion.Committed;
import org.semel.tx.Completion.During;
import org.semel.tx.Completion.RolledBack;
import org.semel.tx.Completion.Unknown;
import org.semel.tx.Decision;
import org.semel.tx.Faults;
import org.semel.tx.Faults.Opinion;
import org.semel.tx.Transactions;

/**
 * One transaction over as many messages as are already there:
 *
 * <ol>
 *   <li>begin, and bring the database in first;
 *   <li>receive what is there; if nothing is, discard;
 *   <li>hand it to the {@link Receiver};
 *   <li>commit broker and database together;
 *   <li>if it failed for a reason that stays, write down whose attempt it was, in a transaction of
 *       its own.
 * </ol>
 *
 * Not shared: a pass belongs to one worker's thread, with its source.
 */
final class Pass implements AutoCloseable {

  private final ConsumerPolicy policy;
  private final Receiver receiver;
  private final Memory memory;
  private final Ends ends;

  /**
   * Both ends of a pass.
   *
   * @param source where messages come from
   * @param transactions what ends them
   * @param faults tells faults that pass from faults that stay
   */
  record Ends(Source source, Transactions transactions, Faults faults) {}

  Pass(ConsumerPolicy policy, Receiver receiver, Memory memory, Ends ends) {
    this.policy = policy;
    this.receiver = receiver;
    this.memory = memory;
    this.ends = ends;
  }

  /**
   * Does one pass over at most {@code most} messages. Throws only what ends the virtual machine.
   */
  PassResult run(int most) {
    List<Arrival> arrivals = new ArrayList<>();
    try {
      return result(ends.transactions().inNew(timeout(), () -> receive(most, arrivals)), arrivals);
    } finally {
      ends.source().ended();
    }
  }

  @Override
  public void close() {
    ends.source().close();
  }

  private Decision<List<Receipt>> receive(int most, List<Arrival> arrivals) {
    memory.inbox().join();
    arrivals.addAll(ends.source().receive(most, policy.pace().waits().message()));
    return arrivals.isEmpty()
        ? Decision.discard(List.of())
        : Decision.commit(receiver.receive(arrivals));
  }

  private PassResult result(Completion<List<Receipt>> completion, List<Arrival> arrivals) {
    if (completion instanceof Committed<List<Receipt>> committed) {
      return new PassResult.Done(committed.value());
    }
    if (completion instanceof RolledBack<List<Receipt>> rolledBack) {
      return stays(rolledBack)
          ? failed(rolledBack.cause(), arrivals)
          : new PassResult.Interrupted(rolledBack.cause());
    }
    if (completion instanceof Unknown<List<Receipt>> unknown) {
      return new PassResult.InDoubt(unknown.cause());
    }
    return new PassResult.Idle();
  }

  /**
   * A fault that nobody explains stays if the route threw it, and passes otherwise: a commit that
   * failed without a word is most often a branch whose server went away. Should it not pass, the
   * limit on deliveries ends it.
   */
  private boolean stays(RolledBack<?> rolledBack) {
    if (rolledBack.during() == During.OVERTIME) {
      return true;
    }
    Opinion opinion = ends.faults().ofAll(rolledBack.cause());
    boolean routeThrew =
        rolledBack.during() == During.WORK && rolledBack.cause() instanceof HandlingFailed;
    return opinion == Opinion.LASTING || (opinion == Opinion.NONE && routeThrew);
  }

  private PassResult failed(Throwable cause, List<Arrival> arrivals) {
    Optional<Identity> identity = culprit(cause, arrivals);
    Throwable failure = cause instanceof HandlingFailed handling ? handling.failure() : cause;
    if (identity.isEmpty()) {
      return new PassResult.Failed(arrivals.size(), Optional.empty(), failure);
    }
    Completion<Failures> recorded =
        ends.transactions()
            .inNew(
                timeout(),
                () ->
                    Decision.commit(memory.attempts().failed(identity.get(), Failure.of(failure))));
    if (recorded instanceof Committed<Failures> done) {
      Culprit culprit = new Culprit(identity.get(), done.value());
      return new PassResult.Failed(arrivals.size(), Optional.of(culprit), failure);
    }
    return new PassResult.Interrupted(failure);
  }

  /** A route that threw names its message; a failed commit does only if there was no other. */
  private Optional<Identity> culprit(Throwable cause, List<Arrival> arrivals) {
    if (cause instanceof HandlingFailed handling) {
      return Optional.of(handling.identity());
    }
    return arrivals.size() == 1 ? receiver.identity(arrivals.get(0).message()) : Optional.empty();
  }

  private Duration timeout() {
    return policy.pace().transactionTimeout();
  }
}
