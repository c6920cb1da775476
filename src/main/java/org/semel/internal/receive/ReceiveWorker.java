// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.receive;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.semel.Code;
import org.semel.internal.loop.Backoff;
import org.semel.internal.loop.Gate;
import org.semel.internal.policy.ConsumerPolicy;
import org.semel.internal.proof.ProofResult;

/**
 * One thread's loop: runs the same task again and again, and pauses after each transient fault,
 * until the gate is shut.
 */
public final class ReceiveWorker implements Runnable {

  private final ConsumerPolicy policy;
  private final Post post;
  private final ReceiveTask task;
  private final ReceiveListener listener;
  private int interruptions;

  /**
   * What lets a worker in.
   *
   * @param gate shared by all workers of the consumer
   * @param permit likewise
   */
  public record Post(Gate gate, ProofGate permit) {}

  public ReceiveWorker(
      ConsumerPolicy policy, Post post, ReceiveTask task, ReceiveListener listener) {
    this.policy = policy;
    this.post = post;
    this.task = task;
    this.listener = listener;
  }

  @Override
  public void run() {
    try (task) {
      while (post.gate().enter(task::rest)) {
        Duration pause;
        try {
          pause = once();
        } finally {
          post.gate().leave();
        }
        if (!pause.isZero()) {
          post.gate().pause(pause);
        }
      }
    }
  }

  /** Does one pass, if it may, and tells how long to rest after it. */
  private Duration once() {
    try {
      ProofResult verdict = post.permit().ask();
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

  private Duration after(BatchResult result) {
    if (result instanceof BatchResult.Withheld withheld) {
      return withheld.pause();
    }
    if (result instanceof BatchResult.Contended contended) {
      listener.contended(policy, contended);
      return Duration.ZERO;
    }
    if (result instanceof BatchResult.Spoilt spoilt) {
      tell(spoilt.receipts());
      return after(spoilt.because());
    }
    if (result instanceof BatchResult.Interrupted interrupted) {
      return interrupted(interrupted.cause());
    }
    if (result instanceof BatchResult.InDoubt inDoubt) {
      listener.inDoubt(policy, inDoubt.cause());
      return interrupted(inDoubt.cause());
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
    return Duration.ZERO;
  }

  private void tell(List<Receipt> receipts) {
    if (!receipts.isEmpty()) {
      listener.done(policy, new BatchResult.Done(receipts));
    }
  }

  private Duration refused(ProofResult.Refused refused) {
    post.gate().shut();
    listener.refused(policy, new ConsumerRefused(policy.name(), refused.refusals()));
    return Duration.ZERO;
  }

  private Duration interrupted(Throwable cause) {
    interruptions++;
    Backoff outage = policy.pace().waits().outage();
    Duration pause =
        Code.LOGIN_REFUSED.isIn(cause)
            ? outage.most() // hurry would only lock the user out
            : outage.after(interruptions, RandomGenerator.getDefault());
    listener.interrupted(policy, cause, pause);
    return pause;
  }
}
