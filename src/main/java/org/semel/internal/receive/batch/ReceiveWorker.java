// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.receive.batch;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.loop.Backoff;
import org.semel.internal.loop.Gate;
import org.semel.internal.policy.ConsumerPolicy;
import org.semel.internal.proof.ProofResult;
import org.semel.internal.receive.ConsumerRefused;
import org.semel.internal.receive.ProofGate;
import org.semel.internal.receive.Receipt;

/**
 * One thread's loop: runs the same task again and again, and pauses after each transient fault,
 * until the gate is shut.
 */
public final class ReceiveWorker implements Runnable {

  private final ConsumerPolicy policy;
  private final Gate gate;
  private final ProofGate proof;
  private final ReceiveTask task;
  private final ReceiveListener listener;
  private int interruptions;

  /**
   * One of the workers of a consumer, which share gate and proof.
   *
   * @param task what it does again and again
   */
  public ReceiveWorker(
      ConsumerPolicy policy,
      Gate gate,
      ProofGate proof,
      ReceiveTask task,
      ReceiveListener listener) {
    this.policy = policy;
    this.gate = gate;
    this.proof = proof;
    this.task = task;
    this.listener = listener;
  }

  @Override
  public void run() {
    try (task) {
      while (gate.enter(task::rest)) {
        Duration pause;
        try {
          pause = once();
        } finally {
          gate.leave();
        }
        if (!pause.isZero()) {
          gate.pause(pause);
        }
      }
    }
  }

  /** Runs the task once, if it may, and tells how long to rest after it. */
  private Duration once() {
    try {
      ProofResult verdict = proof.ask();
      if (verdict instanceof ProofResult.Unavailable unavailable) {
        return interrupted(unavailable.cause());
      }
      return verdict instanceof ProofResult.Refused refused
          ? refused(refused)
          : after(task.run(task.portion()));
    } catch (Throwable e) { // a worker that dies in silence stops the consumer
      return interrupted(e);
    }
  }

  /** Tells what it came to, and how long to rest after it. */
  private Duration after(BatchResult result) {
    if (result instanceof BatchResult.Aborted aborted) {
      tell(aborted.receipts());
      return after(aborted.because());
    }
    if (result instanceof BatchResult.Withheld withheld) {
      return withheld.pause();
    }
    if (result instanceof BatchResult.Interrupted interrupted) {
      return interrupted(interrupted.cause());
    }
    if (result instanceof BatchResult.InDoubt inDoubt) {
      listener.inDoubt(policy, inDoubt.cause());
      return interrupted(inDoubt.cause());
    }
    ended(result);
    return Duration.ZERO;
  }

  /** What ended shows that nothing is away, unless it was only in somebody's way. */
  private void ended(BatchResult result) {
    if (result instanceof BatchResult.Contended contended) {
      listener.contended(policy, contended);
      return;
    }
    if (interruptions > 0) {
      interruptions = 0;
      listener.resumed(policy);
    }
    if (result instanceof BatchResult.Done done) {
      listener.done(policy, done);
    } else if (result instanceof BatchResult.Overran overran) {
      listener.overran(policy, overran);
    } else if (result instanceof BatchResult.Failed failed) {
      listener.failed(policy, failed);
    }
  }

  private void tell(List<Receipt> receipts) {
    if (!receipts.isEmpty()) {
      listener.done(policy, new BatchResult.Done(receipts));
    }
  }

  private Duration refused(ProofResult.Refused refused) {
    gate.shut();
    listener.refused(policy, new ConsumerRefused(policy.name(), refused.refusals()));
    return Duration.ZERO;
  }

  private Duration interrupted(Throwable cause) {
    interruptions++;
    Backoff outage = policy.pace().waits().outage();
    Duration pause =
        SemelException.says(cause, Code.LOGIN_REFUSED)
            ? outage.most() // hurry would only lock the user out
            : outage.after(interruptions, RandomGenerator.getDefault());
    listener.interrupted(policy, cause, pause);
    return pause;
  }
}
