// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.consumer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import org.semel.internal.loop.Gate;
import org.semel.internal.loop.WorkerThreads;
import org.semel.internal.policy.ConsumerPolicy;
import org.semel.internal.proof.ProofResult;
import org.semel.internal.receive.ConsumerRefused;
import org.semel.internal.receive.ProofGate;
import org.semel.internal.receive.ReceiveListener;
import org.semel.internal.receive.ReceiveListener.Stop;
import org.semel.internal.receive.ReceiveTask;
import org.semel.internal.receive.ReceiveWorker;

/**
 * A named receiver: its workers and their life. Starts once and stops once; in between it may be
 * suspended and resumed. Safe for any thread.
 */
public final class Consumer {

  private final ConsumerPolicy policy;
  private final Crew crew;
  private final ProofGate permit;
  private final ReceiveListener listener;
  private final Gate gate = new Gate();

  /**
   * Who does the work.
   *
   * @param threads makes threads that the server manages
   * @param tasks makes the task of each worker
   * @param wake wakes those who sleep, to see that the gate has been shut
   * @param dismissed is told at the stop
   */
  record Crew(
      ThreadFactory threads,
      Function<Gate, List<ReceiveTask>> tasks,
      Runnable wake,
      Runnable dismissed) {}

  Consumer(ConsumerPolicy policy, Crew crew, ProofGate permit, ReceiveListener listener) {
    this.policy = policy;
    this.crew = crew;
    this.permit = permit;
    this.listener = listener;
  }

  /**
   * Makes the start-up proof and lets the workers begin. If broker or database is away they wait
   * for it, and for the proof.
   *
   * @throws ConsumerRefused if the proof found what would break the promise; nothing was started
   * @throws org.semel.SemelException if a worker could not begin; those that had are sent home
   */
  public void start() {
    ProofResult verdict = permit.ask();
    if (verdict instanceof ProofResult.Refused refused) {
      throw new ConsumerRefused(policy.name(), refused.refusals());
    }
    List<ReceiveWorker> workers = new ArrayList<>();
    for (ReceiveTask task : crew.tasks().apply(gate)) {
      workers.add(new ReceiveWorker(policy, new ReceiveWorker.Post(gate, permit), task, listener));
    }
    new WorkerThreads(crew.threads()).start("Consumer " + policy.name(), workers, begun -> stop());
  }

  /** Lets work in hand finish and begins no more. Waits for that, within the policy's patience. */
  public void suspend() {
    gate.close();
    crew.wake().run();
    gate.drained(policy.pace().waits().drain());
  }

  public void resume() {
    gate.open();
  }

  /** Lets work in hand finish, within the policy's patience, and sends the workers home. */
  public void stop() {
    crew.dismissed().run();
    gate.shut();
    crew.wake().run();
    boolean drained = gate.drained(policy.pace().waits().drain());
    listener.stopped(policy, drained ? Stop.DRAINED : Stop.STILL_BUSY);
  }
}
