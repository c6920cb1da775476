// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.semel.internal.engine.loop.Gate;
import org.semel.internal.engine.receive.batch.BatchResult;
import org.semel.internal.engine.receive.batch.ReceiveBatch;
import org.semel.internal.engine.receive.batch.ReceiveListener;
import org.semel.internal.engine.receive.batch.ReceiveTask;
import org.semel.internal.engine.receive.batch.RowWorker;
import org.semel.internal.engine.receive.consumer.ConsumerTasks;
import org.semel.internal.engine.receive.consumer.Resources;
import org.semel.internal.engine.receive.consumer.StoreFirstTasks;
import org.semel.internal.engine.receive.identity.IdentityRule;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.rows.LeaseRenewal;
import org.semel.internal.engine.receive.rows.StoredMessages;
import org.semel.internal.engine.tx.Faults;
import org.semel.internal.engine.tx.Transactions;

/** Lets a test elsewhere do what a consumer's workers do, one task at a time, on its own thread. */
public final class StepByStep {

  private final ConsumerPolicy policy;
  private final IdentityRule rule;
  private final Around around;

  /** All that workers work with. */
  public record Around(
      ReceiverStores memory,
      Supplier<MessageSource> sources,
      Transactions transactions,
      Faults faults) {}

  /** One worker's task. Whoever is in the midst of it cannot begin it again. */
  public interface Step {
    BatchResult run(BatchLimit most);
  }

  /**
   * The workers of a consumer.
   *
   * @param receivers who receive
   * @param workers who work off what is stored, if anything is
   * @param renewal renews the leases of these
   */
  public record Workers(List<Step> receivers, List<Step> workers, Optional<Step> renewal) {}

  public StepByStep(ConsumerPolicy policy, IdentityRule rule, Around around) {
    this.policy = policy;
    this.rule = rule;
    this.around = around;
  }

  /** Of a consumer whose route is part of the transaction of the receipt, or comes before it. */
  public Workers atOnce(SteppedHandler handler) {
    Handler watched = new TransactionCheck(around.transactions()).over((Handler) handler);
    Supplier<ReceiveBatch> passes = passes(new Receiver(policy, rule, around.memory(), watched));
    return new Workers(
        Stream.generate(passes)
            .limit(policy.concurrency().workers())
            .map(StepByStep::step)
            .toList(),
        List.of(),
        Optional.empty());
  }

  /**
   * Of a consumer that stores first.
   *
   * @param gate who finds it shut gives back what it holds
   */
  public Workers later(StoredMessages messages, Gate gate, SteppedHandler handler) {
    StoreFirstTasks first =
        new StoreFirstTasks(
            policy,
            new Resources(
                    around.transactions(),
                    around.faults(),
                    Thread::new,
                    around.memory(),
                    ReceiveListener.NONE)
                .storing(messages),
            new TransactionCheck(around.transactions()).over(handler));
    Receiver receiver = new Receiver(policy, rule, around.memory(), first.storing());
    ConsumerTasks made = first.tasks(passes(receiver));
    List<ReceiveTask> tasks = made.of(gate);
    return new Workers(
        of(tasks, ReceiveBatch.class),
        of(tasks, RowWorker.class),
        of(made.beside(), LeaseRenewal.class).stream().findAny());
  }

  private Supplier<ReceiveBatch> passes(Receiver receiver) {
    return () ->
        new ReceiveBatch(
            policy, receiver, around.sources().get(), around.transactions(), around.faults());
  }

  private static List<Step> of(List<ReceiveTask> tasks, Class<? extends ReceiveTask> kind) {
    return tasks.stream().filter(kind::isInstance).map(StepByStep::step).toList();
  }

  private static Step step(ReceiveTask task) {
    return task::run;
  }
}
