// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.semel.inbox.Offer;
import org.semel.receive.PassResult.Culprit;
import org.semel.tx.Decision;
import org.semel.tx.End;
import org.semel.tx.Faults;
import org.semel.tx.Faults.Opinion;
import org.semel.tx.TransactionTimedOut;
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
final class Pass implements Task {

  private final ConsumerPolicy policy;
  private final Receiver receiver;
  private final Memory memory;
  private final Ends ends;
  private final Blame blame;
  private final Aftermath aftermath;

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
    this.blame = new Blame(memory.attempts(), ends.transactions(), timeout());
    this.aftermath = new Aftermath(receiver, blame, ends.faults());
  }

  @Override
  public PassResult run(Portion most) {
    Run run = new Run();
    End end = End.UNDONE;
    try {
      PassResult result =
          aftermath.of(ends.transactions().inNew(timeout(), () -> receive(most, run)), run);
      end = result instanceof PassResult.Done ? End.COMMITTED : End.UNDONE;
      return result;
    } finally {
      ends.source().ended(end);
    }
  }

  @Override
  public void rest() {
    ends.source().rest();
  }

  @Override
  public void close() {
    ends.source().close();
  }

  private Decision<List<Receipt>> receive(Portion most, Run run) {
    memory.inbox().join();
    run.arrivals = ends.source().receive(most, policy.pace().waits().message());
    if (run.arrivals.isEmpty()) {
      return Decision.discard(List.of());
    }
    List<Arrival> company = new ArrayList<>(run.arrivals);
    List<Receipt> receipts = new ArrayList<>();
    if (company.size() > 1) {
      for (Arrival suspect : receiver.suspects(company)) {
        receipts.addAll(alone(suspect));
        company.remove(suspect);
      }
    }
    receipts.addAll(handle(company, run));
    return Decision.commit(receipts);
  }

  /**
   * Handles a suspect in a transaction of its own, of the database alone, so that nobody suffers
   * with it and nobody is blamed for it. Once that has committed, the message is as good as a
   * duplicate: should the batch roll back, its next delivery is absorbed.
   */
  private List<Receipt> alone(Arrival suspect) {
    Run run = new Run();
    run.arrivals = List.of(suspect);
    PassResult result =
        aftermath.of(
            ends.transactions().inNew(timeout(), () -> Decision.commit(handle(run.arrivals, run))),
            run);
    if (result instanceof PassResult.Done done) {
      return done.receipts();
    }
    throw new Spoilt(result);
  }

  private List<Receipt> handle(List<Arrival> arrivals, Run run) {
    try {
      return arrivals.isEmpty() ? List.of() : receiver.receive(arrivals);
    } catch (HandlingFailed failed) {
      if (ends.faults().ofAll(failed) != Opinion.TRANSIENT) {
        run.culprit = blame(failed, arrivals);
      }
      throw failed;
    }
  }

  /** Of several nobody is sure to be guilty; which one failed is only the first to be suspected. */
  private Optional<Culprit> blame(HandlingFailed failed, List<Arrival> company) {
    List<Offer> first =
        company.stream()
            .flatMap(arrival -> receiver.offer(arrival.message()).stream())
            .filter(offer -> offer.identity().equals(failed.identity()))
            .limit(1)
            .toList();
    if (company.size() == 1) {
      return first.stream()
          .flatMap(offer -> blame.attempt(offer, failed.failure()).stream())
          .findFirst();
    }
    if (!(failed.failure() instanceof TransactionTimedOut)) {
      blame.suspect(first, failed.failure());
    }
    return Optional.empty();
  }

  private Duration timeout() {
    return policy.pace().transactionTimeout();
  }

  /** What becomes known while a pass runs. */
  static final class Run {
    List<Arrival> arrivals = List.of();
    Optional<Culprit> culprit = Optional.empty();
  }
}
