// SPDX-License-Identifier: Apache-2.0
package org.semel.receive;

import java.util.List;
import java.util.Optional;
import org.semel.inbox.Offer;
import org.semel.tx.Completion;
import org.semel.tx.Completion.Committed;
import org.semel.tx.Completion.During;
import org.semel.tx.Completion.RolledBack;
import org.semel.tx.Completion.Unknown;
import org.semel.tx.Faults;

/** What a pass came to, by the end of its transaction, and whom that puts to blame. */
final class Aftermath {

  private final Receiver receiver;
  private final Blame blame;
  private final Faults faults;

  Aftermath(Receiver receiver, Blame blame, Faults faults) {
    this.receiver = receiver;
    this.blame = blame;
    this.faults = faults;
  }

  PassResult of(Completion<List<Receipt>> completion, Pass.Run run) {
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

  private PassResult rolledBack(RolledBack<?> rolledBack, Pass.Run run) {
    Throwable cause = rolledBack.cause();
    if (cause instanceof Spoilt spoilt) {
      return spoilt.result();
    }
    if (run.arrivals.isEmpty() || !stays(rolledBack)) {
      return new PassResult.Interrupted(cause);
    }
    return run.arrivals.size() == 1 ? single(cause, run) : several(rolledBack, run);
  }

  /** Whatever failed was the message's fault. */
  private PassResult single(Throwable cause, Pass.Run run) {
    Throwable failure = cause instanceof HandlingFailed failed ? failed.failure() : cause;
    Optional<Offer> offer = receiver.offer(run.arrivals.get(0).message());
    if (run.culprit.isEmpty() && !(cause instanceof HandlingFailed)) {
      run.culprit = offer.flatMap(only -> blame.attempt(only, cause));
    }
    boolean uncounted = offer.isPresent() && run.culprit.isEmpty();
    return uncounted
        ? new PassResult.Interrupted(failure)
        : new PassResult.Failed(1, run.culprit, failure);
  }

  private PassResult several(RolledBack<?> rolledBack, Pass.Run run) {
    Throwable cause = rolledBack.cause();
    int messages = run.arrivals.size();
    if (rolledBack.during() == During.OVERTIME) {
      return new PassResult.Overran(messages, cause);
    }
    if (cause instanceof HandlingFailed failed) {
      return new PassResult.Failed(messages, Optional.empty(), failed.failure());
    }
    blame.suspect(
        run.arrivals.stream()
            .flatMap(arrival -> receiver.offer(arrival.message()).stream())
            .toList(),
        cause);
    return new PassResult.Failed(messages, Optional.empty(), cause);
  }

  private boolean stays(RolledBack<?> rolledBack) {
    return !(rolledBack.cause() instanceof RivalInFlight) && Rollbacks.stays(faults, rolledBack);
  }
}
