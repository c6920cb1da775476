// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.parked;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.semel.SemelException;
import org.semel.internal.desk.operate.act.OperatorTransactions;
import org.semel.internal.engine.receive.Arrival;
import org.semel.internal.engine.receive.MessageSource;
import org.semel.internal.engine.receive.Replayer;
import org.semel.internal.engine.receive.claim.ClaimStore;
import org.semel.internal.engine.receive.claim.ParkedStore;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.tx.Completion;
import org.semel.internal.engine.tx.Completion.RolledBack;
import org.semel.internal.engine.tx.Completion.Unknown;
import org.semel.internal.engine.tx.Outcome;
import org.semel.operations.DeadLetterActs;
import org.semel.operations.DeadLetterActs.DeadLetterImport;
import org.semel.operations.OperatorContext;

/** Receives dead letters from a broker and parks them. */
public final class DeadLetterImporter implements DeadLetterActs {

  private static final BatchLimit BATCH = new BatchLimit(50, 1 << 20);
  private static final BatchLimit ALONE = new BatchLimit(1, 1 << 20);

  /** A source leaves no more out than a selector can name. */
  private static final int MOST_LEFT = 20;

  private static final Duration WAIT = Duration.ofSeconds(1);

  private final OperatorTransactions transactions;
  private final ClaimStore claims;
  private final DeadLetterParking parking;
  private final Replayer replayer;
  private final DeadLetterQueues queues;

  public DeadLetterImporter(
      OperatorTransactions transactions,
      ClaimStore claims,
      ParkedStore parked,
      Replayer replayer,
      DeadLetterQueues queues) {
    this.transactions = transactions;
    this.claims = claims;
    this.parking = new DeadLetterParking(transactions, parked, replayer);
    this.replayer = replayer;
    this.queues = queues;
  }

  @Override
  public DeadLetterImport takeIn(String consumer, String queue, int most, OperatorContext by) {
    Optional<Duration> timeout = replayer.timeout(consumer);
    if (timeout.isEmpty()) {
      return new DeadLetterImport.NotRunHere(consumer);
    }
    ImportRun run = new ImportRun(consumer, timeout.get(), by);
    try {
      takeIn(run, queue, most);
    } catch (RuntimeException e) {
      return run.brokenOff(e);
    }
    return run.result();
  }

  private void takeIn(ImportRun run, String queue, int most) {
    boolean more = true;
    while (more) {
      try (MessageSource source = queues.open(run.consumer, queue, Set.copyOf(run.left))) {
        more = run.goesOn(source, most);
      }
    }
  }

  /** The progress of an import. */
  private final class ImportRun {
    private final String consumer;
    private final Duration timeout;
    private final OperatorContext by;
    private final List<String> left = new ArrayList<>();
    private String why = "";
    private int taken;
    private int inDoubt;
    private int alone;

    ImportRun(String consumer, Duration timeout, OperatorContext by) {
      this.consumer = consumer;
      this.timeout = timeout;
      this.by = by;
    }

    /** Whether there is more to take, from a new source without the messages that are left. */
    boolean goesOn(MessageSource source, int most) {
      while (taken < most) {
        List<Arrival> arrivals = new ArrayList<>();
        Completion<Integer> completion = receive(source, arrivals, most - taken);
        if (completion instanceof RolledBack<Integer> failed && isTheirs(failed, arrivals)) {
          if (arrivals.size() == 1) {
            leave(arrivals.get(0), failed);
            return true;
          }
          alone = arrivals.size();
          continue;
        }
        int more = OperatorTransactions.outcome(completion);
        alone = Math.max(0, alone - more);
        if (more == 0) {
          return false;
        }
      }
      return false;
    }

    private Completion<Integer> receive(MessageSource source, List<Arrival> arrivals, int most) {
      BatchLimit limit = (alone > 0 ? ALONE : BATCH).atMost(most);
      Outcome end = Outcome.UNDONE;
      try {
        Completion<Integer> completion =
            transactions.inNew(
                timeout,
                () -> {
                  claims.join();
                  arrivals.addAll(source.receive(limit, WAIT));
                  return parking.park(arrivals, consumer, by);
                });
        end = completion.committed().isPresent() ? Outcome.COMMITTED : Outcome.UNDONE;
        taken += completion.committed().orElse(0);
        inDoubt = completion instanceof Unknown<Integer> ? arrivals.size() : 0;
        return completion;
      } finally {
        source.ended(end).ifPresent(ImportRun::breakOff);
      }
    }

    /** A letter whose receipt is not acknowledged comes again, and would be taken in again. */
    private static void breakOff(Exception fault) {
      throw fault instanceof RuntimeException known ? known : new IllegalStateException(fault);
    }

    /** Whether the messages caused it, not database or broker, and one can be left out. */
    private boolean isTheirs(RolledBack<Integer> failed, List<Arrival> arrivals) {
      return !arrivals.isEmpty()
          && left.size() < MOST_LEFT
          && !id(arrivals.get(0)).isBlank()
          && !transactions.isTransient(failed.cause());
    }

    private void leave(Arrival one, RolledBack<Integer> failed) {
      left.add(id(one));
      why = failed.cause().getClass().getName() + ": " + failed.cause().getMessage();
      alone = Math.max(0, alone - 1);
    }

    private static String id(Arrival arrival) {
      return arrival.message().origin().messageId();
    }

    DeadLetterImport result() {
      return left.isEmpty()
          ? new DeadLetterImport.TakenIn(taken)
          : new DeadLetterImport.Partly(taken, left, why);
    }

    /** Where none was taken in, the fault says all that there is to say. */
    DeadLetterImport brokenOff(RuntimeException fault) {
      if (taken == 0) {
        throw fault;
      }
      Throwable cause =
          fault instanceof SemelException && fault.getCause() != null ? fault.getCause() : fault;
      return new DeadLetterImport.BrokenOff(taken, inDoubt, left, cause.getClass().getName());
    }
  }
}
