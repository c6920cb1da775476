// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import java.time.Duration;
import java.util.List;
import org.semel.internal.engine.loop.Gate;
import org.semel.internal.engine.loop.Loop;
import org.semel.internal.engine.loop.LoopResult;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.loop.OutageListener;
import org.semel.internal.engine.receive.ConsumerRefused;
import org.semel.internal.engine.receive.ProofGate;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.proof.ProofResult;

/**
 * One thread of a consumer: runs the same task again and again, and pauses after each transient
 * fault, until the gate is shut.
 */
public final class ReceiveWorker implements Runnable, Loop.Step, OutageListener {

  private final ConsumerPolicy policy;
  private final Gate gate;
  private final ProofGate proof;
  private final ReceiveTask task;
  private final DatabaseLook database;
  private final Observer<ReceiveEvent> observer;
  private boolean hindered;
  private boolean committed;

  /**
   * One of the workers of a consumer, which share gate and proof.
   *
   * @param task what it does again and again
   * @param database is asked after an outage, and once others find it silent
   */
  public ReceiveWorker(
      ConsumerPolicy policy,
      Gate gate,
      ProofGate proof,
      ReceiveTask task,
      DatabaseLook database,
      Observer<ReceiveEvent> observer) {
    this.policy = policy;
    this.gate = gate;
    this.proof = proof;
    this.task = task;
    this.database = database;
    this.observer = observer;
  }

  @Override
  public void run() {
    try (task) {
      new Loop(gate, this, gate::pause, policy.concurrency().waits().outage(), this).run();
    }
  }

  @Override
  public void waits() {
    task.rest();
  }

  /** Runs the task once, if it may. */
  @Override
  public LoopResult run(boolean afterOutage) {
    committed = false;
    ProofResult verdict = proof.ask();
    if (verdict instanceof ProofResult.Unproven unproven) {
      return new LoopResult.Interrupted(unproven.cause());
    }
    if (verdict instanceof ProofResult.Refused refused) {
      return refused(refused);
    }
    return gate.isOpen() // the proof may have lasted long, and somebody has closed it meanwhile
        ? sure(after(task.run(task.limit())), afterOutage)
        : new LoopResult.Inconclusive(Duration.ZERO);
  }

  /** After an outage only a commit of the database shows that it is there again. */
  private LoopResult sure(LoopResult result, boolean afterOutage) {
    boolean sure = committed || !(result instanceof LoopResult.Succeeded);
    return !sure && (afterOutage || database.isSilent())
        ? database.ask().<LoopResult>map(LoopResult.Interrupted::new).orElse(result)
        : result;
  }

  /** Tells what it came to. */
  private LoopResult after(BatchResult result) {
    if (result instanceof BatchResult.Aborted aborted) {
      tell(aborted.receipts());
      return after(besideOthers(aborted));
    }
    if (result instanceof BatchResult.Unacknowledged kept) {
      observer.on(new ReceiveEvent.Done(policy, kept.done()));
      return new LoopResult.Interrupted(kept.cause());
    }
    if (result instanceof BatchResult.Hindered beside) {
      return hindered(beside.cause());
    }
    if (result instanceof BatchResult.Withheld withheld) {
      return new LoopResult.Inconclusive(withheld.pause());
    }
    if (result instanceof BatchResult.TransientFault interrupted) {
      return new LoopResult.Interrupted(interrupted.cause());
    }
    if (result instanceof BatchResult.InDoubt inDoubt) {
      observer.on(new ReceiveEvent.InDoubt(policy, inDoubt.cause()));
      return new LoopResult.Interrupted(inDoubt.cause());
    }
    return ended(result);
  }

  /**
   * The loop's result of a batch that no outage ended. A batch that met a rival or lasted too long
   * shows nothing about outages.
   */
  private LoopResult ended(BatchResult result) {
    if (result instanceof BatchResult.Contended contended) {
      observer.on(new ReceiveEvent.Contended(policy, contended));
      return new LoopResult.Inconclusive(Duration.ZERO);
    }
    if (result instanceof BatchResult.Overran overran) {
      observer.on(new ReceiveEvent.Overran(policy, overran));
      return new LoopResult.Inconclusive(Duration.ZERO);
    }
    if (result instanceof BatchResult.BatchCommitted done) {
      committed = true;
      observer.on(new ReceiveEvent.Done(policy, done));
    } else if (result instanceof BatchResult.PermanentFault failed) {
      observer.on(new ReceiveEvent.Failed(policy, failed));
    }
    if (hindered) {
      hindered = false;
      observer.on(new ReceiveEvent.Resumed(policy));
    }
    return new LoopResult.Succeeded(Duration.ZERO);
  }

  /**
   * Others took effect, so nothing is away for all. The pause leaves the one that was stopped to
   * the broker for a moment; it does not grow, as the others would wait for as long.
   */
  private LoopResult hindered(Throwable cause) {
    committed = true;
    hindered = true;
    Duration pause = policy.concurrency().waits().outage().first();
    observer.on(new ReceiveEvent.Hindered(policy, cause, pause));
    return new LoopResult.Succeeded(pause);
  }

  private static BatchResult besideOthers(BatchResult.Aborted aborted) {
    return aborted.because() instanceof BatchResult.TransientFault stopped
            && aborted.receipts().stream().anyMatch(Receipt::isNew)
        ? new BatchResult.Hindered(stopped.cause())
        : aborted.because();
  }

  private void tell(List<Receipt> receipts) {
    if (!receipts.isEmpty()) {
      observer.on(
          new ReceiveEvent.Done(
              policy, BatchResult.BatchCommitted.received(receipts, Duration.ZERO)));
    }
  }

  private LoopResult refused(ProofResult.Refused refused) {
    gate.shut();
    if (proof.isFirstToTell()) {
      observer.on(
          new ReceiveEvent.Refused(policy, new ConsumerRefused(policy.name(), refused.refusals())));
    }
    return new LoopResult.Inconclusive(Duration.ZERO);
  }

  @Override
  public void interrupted(Throwable cause, Duration pause) {
    hindered = false;
    observer.on(new ReceiveEvent.Interrupted(policy, cause, pause));
  }

  /** While one is stopped beside the others what it needs is away still. */
  @Override
  public void resumed() {
    if (!hindered) {
      observer.on(new ReceiveEvent.Resumed(policy));
    }
  }
}
