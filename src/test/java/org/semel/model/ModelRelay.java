// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.loop.Backoff;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Lease;
import org.semel.internal.engine.send.Lease.SentFrom;
import org.semel.internal.engine.send.LeaseLimit;
import org.semel.internal.engine.send.SettledLease;
import org.semel.internal.engine.send.Settlement;
import org.semel.internal.engine.send.relay.Deliberation;
import org.semel.internal.engine.send.relay.Delivery;
import org.semel.internal.engine.send.relay.DestinationPolicy;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract;
import org.semel.internal.engine.send.relay.DestinationPolicy.Contract.Keys;
import org.semel.internal.engine.tx.Completion.Committed;
import org.semel.internal.engine.tx.Decision;
import org.semel.message.AllowedHeaders;

/**
 * A relay of one destination, one step at a time: settle, lease, deliver. What the product decides,
 * it decides here too; its rounds and threads are not part of the model. In the storm a lease runs
 * out at once, so that another relay may take it whenever it comes between: the slowest relay that
 * there can be.
 */
final class ModelRelay {

  private static final Duration AT_ONCE = Duration.ZERO;
  private static final Duration ANY = Duration.ofSeconds(10);
  private static final LeaseLimit TWO = new LeaseLimit(2);

  private final ModelWorld world;
  private final Destination destination;
  private final Deliberation verdicts;
  private final SentFrom sentFrom;
  private final List<Lease> leased = new ArrayList<>();
  private final List<SettledLease> back = new ArrayList<>();

  ModelRelay(ModelWorld world, Destination destination) {
    this.world = world;
    this.destination = destination;
    DestinationPolicy policy = policy(destination);
    this.verdicts = new Deliberation(policy);
    this.sentFrom = policy.contract().sentFrom();
  }

  boolean isIdle() {
    return leased.isEmpty() && back.isEmpty();
  }

  void step() {
    if (leased.isEmpty()) {
      exchange();
    } else {
      deliver(leased.remove(0));
    }
  }

  private void exchange() {
    List<SettledLease> settling = List.copyOf(back);
    var completion =
        world.transactions.inNew(
            ANY,
            () -> {
              world.database.queue().settle(settling);
              return Decision.commit(
                  world.database.queue().lease(destination, TWO, life(), sentFrom));
            });
    if (completion instanceof Committed<List<Lease>> committed) {
      back.removeAll(settling);
      leased.addAll(committed.value());
      world.outside.look();
    }
  }

  private Duration life() {
    return world.choices.isCalm() ? ANY : AT_ONCE;
  }

  private void deliver(Lease lease) {
    world.fate.point("leased, before the request to " + destination);
    if (world.choices.rare(4) == 1) {
      back.add(new SettledLease(lease, new Settlement.NotBegun()));
      return;
    }
    Optional<Settlement> before = verdicts.before(lease);
    back.add(new SettledLease(lease, before.orElseGet(() -> sent(lease))));
    world.fate.point("answered, before the settlement with " + destination);
  }

  private Settlement sent(Lease lease) {
    if (sentFrom == SentFrom.MARK && !mark(lease)) {
      return new Settlement.NotBegun();
    }
    world.fate.point("marked as sent, before the request to " + destination);
    return verdicts.after(lease, send(lease));
  }

  private boolean mark(Lease lease) {
    List<Lease> one = List.of(lease);
    return world
        .transactions
        .inNew(ANY, () -> Decision.commit(world.database.queue().markSent(one, life())))
        .committed()
        .filter(one::equals)
        .isPresent();
  }

  private Delivery send(Lease lease) {
    Delivery answer = world.outside.request(lease);
    world.fate.point("sent to " + destination + ", before the answer");
    return answer;
  }

  private static DestinationPolicy policy(Destination destination) {
    Keys keys = destination.equals(Server.CAREFUL) ? Keys.HONOURED : Keys.IGNORED;
    return new DestinationPolicy(
        destination,
        new DestinationPolicy.Dispatch(AllowedHeaders.of(List.of()), Optional.empty()),
        new DestinationPolicy.Throughput(1, 2, ANY, ANY),
        new DestinationPolicy.RetryPolicy(
            1000,
            new Backoff(Duration.ofNanos(1), Duration.ofNanos(1)),
            DestinationPolicy.Breaker.NONE),
        new Contract(keys, Duration.ofDays(1), "Location"));
  }
}
