// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.consumer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import org.semel.internal.engine.loop.Gate;
import org.semel.internal.engine.loop.Lifecycle;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.loop.Pausable;
import org.semel.internal.engine.loop.WorkerThreads;
import org.semel.internal.engine.receive.ConsumerRefused;
import org.semel.internal.engine.receive.ProofGate;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.DatabaseLook;
import org.semel.internal.engine.receive.batch.ReceiveEvent;
import org.semel.internal.engine.receive.batch.ReceiveEvent.Stop;
import org.semel.internal.engine.receive.batch.ReceiveTask;
import org.semel.internal.engine.receive.batch.ReceiveWorker;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.proof.ProofResult;

/**
 * A named receiver: its workers and their life. Starts once and stops once; in between it may be
 * suspended and resumed with its route, and paused by operators and by its server. Safe for any
 * thread.
 */
public final class Consumer implements Lifecycle, Pausable {

  /** The events that say what state its workers are in. */
  private static final Set<Class<? extends ReceiveEvent>> OF_A_RUN =
      Set.of(
          ReceiveEvent.Interrupted.class, ReceiveEvent.Hindered.class, ReceiveEvent.Resumed.class);

  private final ConsumerPolicy policy;
  private final ConsumerTasks tasks;
  private final ThreadFactory threads;
  private final ProofGate proof;
  private final Runnable stopping;
  private final DatabaseLook database;
  private final Observer<ReceiveEvent> observer;
  private volatile boolean stopped;
  private final Gate gate = new Gate();
  private final Gate beside = new Gate();

  /**
   * A consumer that is not started yet.
   *
   * @param tasks what its workers do
   * @param threads makes threads that the server manages
   * @param proof lets workers in
   * @param stopping is told when it stops
   * @param database is asked by those who have met nothing
   */
  Consumer(
      ConsumerPolicy policy,
      ConsumerTasks tasks,
      ThreadFactory threads,
      ProofGate proof,
      Runnable stopping,
      DatabaseLook database,
      Observer<ReceiveEvent> observer) {
    this.policy = policy;
    this.tasks = tasks;
    this.threads = threads;
    this.proof = proof;
    this.stopping = stopping;
    this.database = database;
    this.observer = observer;
  }

  /**
   * Makes the start-up proof and lets the workers begin. If broker or database is away they wait
   * for it, and for the proof.
   *
   * @throws ConsumerRefused if the proof found what would break the promise; nothing was started
   * @throws org.semel.SemelException if a worker could not begin; those that had are stopped
   */
  @Override
  public void start() {
    ProofResult verdict = proof.ask();
    if (verdict instanceof ProofResult.Refused refused) {
      throw new ConsumerRefused(policy.name(), refused.refusals());
    }
    new WorkerThreads(threads).start("Consumer " + policy.name(), workers(), begun -> stop());
  }

  /** The threads beside the workers need no proof: before it the workers have nothing in hand. */
  private List<ReceiveWorker> workers() {
    List<ReceiveWorker> workers = new ArrayList<>();
    for (ReceiveTask task : tasks.of(gate)) {
      workers.add(new ReceiveWorker(policy, gate, proof, task, database, this::report));
    }
    ProofGate none =
        new ProofGate(ProofResult.Proven::new, () -> {}, Duration.ZERO, System::nanoTime);
    for (ReceiveTask task : tasks.beside()) {
      workers.add(
          new ReceiveWorker(
              policy, beside, none, new Beside(task, gate, beside), database, this::report));
    }
    return workers;
  }

  /**
   * Reports what workers do. Once this has said that it has stopped, another run may bear the name:
   * what a worker that was busy still does is reported, its state is not.
   */
  private void report(ReceiveEvent event) {
    if (!stopped || !OF_A_RUN.contains(event.getClass())) {
      observer.on(event);
    }
  }

  /** Lets running work finish and begins no more. Waits for that, as long as the policy drains. */
  @Override
  public void suspend() {
    gate.close(Gate.Closer.ROUTE);
    tasks.wake();
    boolean drained = gate.drained(policy.concurrency().waits().drain());
    observer.on(new ReceiveEvent.Suspended(policy, Stop.of(drained)));
  }

  @Override
  public void resume() {
    gate.open(Gate.Closer.ROUTE);
    observer.on(new ReceiveEvent.Unsuspended(policy));
  }

  @Override
  public void pause(Gate.Closer by) {
    gate.close(by);
    tasks.wake();
  }

  @Override
  public void resume(Gate.Closer by) {
    gate.open(by);
  }

  /** Lets running work finish, as long as the policy drains, and ends the workers. */
  @Override
  public void stop() {
    proof.withdraw(); // one that is under way may be made at any time
    stopping.run();
    gate.shut();
    tasks.wake();
    Stop end = Stop.of(haveLeft());
    stopped = true;
    observer.on(new ReceiveEvent.Stopped(policy, end));
  }

  /** The threads beside the workers stop after them, even if this no longer waits for that. */
  private boolean haveLeft() {
    Duration patience = policy.concurrency().waits().drain();
    if (!gate.drained(patience)) {
      return false;
    }
    beside.shut();
    tasks.wake();
    return beside.drained(patience);
  }

  /** A task that goes on until the workers have left for good, and shuts its own gate then. */
  private static final class Beside implements ReceiveTask {

    private final ReceiveTask task;
    private final Gate workers;
    private final Gate own;

    Beside(ReceiveTask task, Gate workers, Gate own) {
      this.task = task;
      this.workers = workers;
      this.own = own;
    }

    @Override
    public BatchLimit limit() {
      return task.limit();
    }

    @Override
    public BatchResult run(BatchLimit most) {
      try {
        return task.run(most);
      } finally {
        if (workers.isShut() && workers.drained(Duration.ZERO)) {
          own.shut();
        }
      }
    }

    @Override
    public void close() {
      task.close();
    }
  }
}
