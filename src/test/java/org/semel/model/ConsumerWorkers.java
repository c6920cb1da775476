// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.loop.Gate;
import org.semel.internal.engine.receive.StepByStep;
import org.semel.internal.engine.receive.StepByStep.Step;
import org.semel.internal.engine.receive.StepByStep.Workers;
import org.semel.internal.engine.receive.identity.FingerprintProfile;
import org.semel.internal.engine.receive.identity.IdentityRules;
import org.semel.internal.engine.receive.policy.BatchLimit;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.AttemptLimits;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Concurrency;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Feed;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.IntakeRules;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Limits;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Processing;
import org.semel.internal.engine.receive.policy.ConsumerPolicy.Waits;
import org.semel.internal.engine.receive.policy.Protocol;
import org.semel.internal.engine.receive.policy.StoredPolicy;
import org.semel.internal.engine.receive.policy.StoredPolicy.Budget;
import org.semel.internal.engine.receive.policy.StoredPolicy.Retries;
import org.semel.internal.engine.tx.Cause;
import org.semel.internal.engine.tx.Faults;
import org.semel.message.AllowedHeaders;

/** The workers of the consumer on one server, as the product makes them for its protocol. */
final class ConsumerWorkers {

  /** After so many failures a message is parked. */
  static final int ATTEMPTS = 3;

  /** As many as may be in the midst of a step at a time. */
  private static final int WORKERS = 3;

  private static final Duration ANY = Duration.ofSeconds(10);
  private static final Duration HARDLY_ANY = Duration.ofNanos(1);
  private static final Backoff AT_ONCE = new Backoff(HARDLY_ANY, HARDLY_ANY);

  private static final ConsumerPolicy POLICY =
      new ConsumerPolicy(
          "model",
          new Feed("", "orders", "jms/XA"),
          new IntakeRules(
              "property:key",
              FingerprintProfile.EXACT,
              AllowedHeaders.of(List.of()),
              new Limits(1 << 20, 100, 1000)),
          new Concurrency(WORKERS, new BatchLimit(3, 1 << 20), ANY, new Waits(ANY, AT_ONCE, ANY)),
          new AttemptLimits(ATTEMPTS, 10_000));

  /** Nobody sleeps: there is nobody else to do anything meanwhile. */
  private static final StoredPolicy STORED =
      new StoredPolicy(
          WORKERS,
          HARDLY_ANY,
          Duration.ZERO,
          new Retries(AT_ONCE, Set.of(), Set.of(), new Budget(100, 1000)));

  private final ModelWorld world;
  private final Gate gate = new Gate();
  private final Deque<Step> receivers;
  private final Deque<Step> workers;
  private final Collection<Step> renewal;

  ConsumerWorkers(ModelWorld world, Node node) {
    this.world = world;
    StepByStep steps =
        new StepByStep(
            world.protocol == Protocol.STORE_FIRST
                ? POLICY.with(Processing.later(STORED))
                : POLICY.with(Processing.by(world.protocol)),
            IdentityRules.header("key"),
            new StepByStep.Around(
                world.database.memory(),
                () -> world.queue.source(node),
                world.transactions,
                faults()));
    Route route = new Route(world);
    Workers all =
        world.protocol == Protocol.STORE_FIRST
            ? steps.later(world.database.stored(), gate, route)
            : steps.atOnce(route);
    receivers = new ArrayDeque<>(all.receivers());
    workers = new ArrayDeque<>(all.workers());
    renewal = all.renewal().stream().toList();
  }

  void receive() {
    oneOf(receivers);
  }

  /** What is stored, if the protocol stores; otherwise it receives. */
  void workOff() {
    oneOf(workers.isEmpty() && renewal.isEmpty() ? receivers : workers);
  }

  void renew() {
    renewal.forEach(step -> step.run(new BatchLimit(1, 1)));
  }

  /** Whoever is in the midst of something stops when he can. */
  void stop() {
    gate.shut();
  }

  private void oneOf(Deque<Step> resting) {
    Step step = resting.poll();
    if (step != null) {
      step.run(new BatchLimit(1 + world.choices.any(3), 1 << 20));
      resting.push(step);
    }
  }

  private Faults faults() {
    return world.has(Mutation.TRANSIENT_FAULTS_ARE_BLAMED)
        ? fault -> Cause.REFUSED
        : fault -> fault instanceof Away ? Cause.AWAY : Cause.UNNAMED;
  }
}
