// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.semel.inbox.Failure;
import org.semel.inbox.Failures;
import org.semel.message.Identity;
import org.semel.message.Message;
import org.semel.receive.PassResult.Culprit;
import org.semel.tx.Completion;
import org.semel.tx.Completion.Committed;
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
 *   <li>if the route fails for a reason that stays, write down whose attempt it was, in a
 *       transaction of its own and before ours rolls back: afterwards another worker may have the
 *       message already, and would not know;
 *   <li>commit broker and database together.
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
    Run run = new Run();
    try {
      return result(ends.transactions().inNew(timeout(), () -> receive(most, run)), run);
    } finally {
      ends.source().ended();
    }
  }

  @Override
  public void close() {
    ends.source().close();
  }

  private Decision<List<Receipt>> receive(int most, Run run) {
    memory.inbox().join();
    run.arrivals = ends.source().receive(most, policy.pace().waits().message());
    if (run.arrivals.isEmpty()) {
      return Decision.discard(List.of());
    }
    try {
      return Decision.commit(receiver.receive(run.arrivals));
    } catch (HandlingFailed failed) {
      if (ends.faults().ofAll(failed) != Opinion.TRANSIENT) {
        run.culprit = attempt(failed.identity(), failed.failure());
      }
      throw failed;
    }
  }

  private PassResult result(Completion<List<Receipt>> completion, Run run) {
    if (completion instanceof Committed<List<Receipt>> committed) {
      return new PassResult.Done(committed.value());
    }
    if (completion instanceof RolledBack<List<Receipt>> rolledBack) {
      return rolledBack(rolledBack, run);
    }
    if (completion instanceof Unknown<List<Receipt>> unknown) {
      return new PassResult.InDoubt(unknown.cause());
    }
    return new PassResult.Idle();
  }

  private PassResult rolledBack(RolledBack<?> rolledBack, Run run) {
    Throwable cause = rolledBack.cause();
    if (cause instanceof HandlingFailed failed) {
      return run.culprit.isPresent()
          ? new PassResult.Failed(run.arrivals.size(), run.culprit, failed.failure())
          : new PassResult.Interrupted(failed.failure());
    }
    if (run.arrivals.isEmpty() || !stays(rolledBack)) {
      return new PassResult.Interrupted(cause);
    }
    Optional<Identity> only = run.only().flatMap(receiver::identity);
    if (only.isEmpty()) {
      return new PassResult.Failed(run.arrivals.size(), Optional.empty(), cause);
    }
    Optional<Culprit> culprit = attempt(only.get(), cause);
    return culprit.isPresent()
        ? new PassResult.Failed(1, culprit, cause)
        : new PassResult.Interrupted(cause);
  }

  /**
   * A commit that fails without a word is most often a branch whose server went away, and passes.
   * Should it not pass, the limit on deliveries ends it.
   */
  private boolean stays(RolledBack<?> rolledBack) {
    if (rolledBack.cause() instanceof RivalInFlight) {
      return false;
    }
    Opinion opinion = ends.faults().ofAll(rolledBack.cause());
    return switch (rolledBack.during()) {
      case OVERTIME -> true;
      case WORK -> opinion != Opinion.TRANSIENT;
      case BEGIN, COMMIT -> opinion == Opinion.LASTING;
    };
  }

  /**
   * Writes an attempt down; empty if the database would not have it, so that nothing has been
   * counted.
   */
  private Optional<Culprit> attempt(Identity identity, Throwable failure) {
    Completion<Optional<Failures>> written =
        ends.transactions()
            .inNew(
                timeout(),
                () -> Decision.commit(memory.attempts().failed(identity, Failure.of(failure))));
    return written instanceof Committed<Optional<Failures>> committed
        ? committed.value().map(failures -> new Culprit(identity, failures))
        : Optional.empty();
  }

  private Duration timeout() {
    return policy.pace().transactionTimeout();
  }

  /** What becomes known while a pass runs. */
  private static final class Run {
    private List<Arrival> arrivals = List.of();
    private Optional<Culprit> culprit = Optional.empty();

    /** The message, if there was only one: whatever failed was its fault. */
    Optional<Message> only() {
      return arrivals.size() == 1 ? Optional.of(arrivals.get(0).message()) : Optional.empty();
    }
  }
}
