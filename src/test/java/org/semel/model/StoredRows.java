// SPDX-License-Identifier: Apache-2.0
package org.semel.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.semel.fake.InMemoryStoredMessages;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.internal.engine.receive.rows.InboxStage;
import org.semel.internal.engine.receive.rows.LeasedMessage;
import org.semel.internal.engine.receive.rows.StageChange;
import org.semel.internal.engine.receive.rows.StoredMessages;
import org.semel.message.Identity;

/**
 * Stored messages, whose leases last until the model says otherwise. Looks on: whoever has lost his
 * lease must not move them any more.
 */
final class StoredRows implements StoredMessages {

  private static final Duration LONG = Duration.ofDays(1);

  private final ModelWorld world;
  private final InMemoryStoredMessages table;
  private final Map<Identity, Long> latest = new HashMap<>();

  StoredRows(ModelWorld world, InMemoryStoredMessages table) {
    this.world = world;
    this.table = table;
  }

  @Override
  public Set<Identity> store(List<InboxEntry> messages) {
    return table.store(messages);
  }

  @Override
  public List<LeasedMessage> lease(String consumer, Quota quota, Duration life) {
    List<LeasedMessage> leased = new ArrayList<>(table.lease(consumer, quota, LONG));
    for (LeasedMessage one : leased) {
      Long before = latest.put(one.identity(), one.token());
      world.transactions.enlist(() -> latest.put(one.identity(), before), () -> {});
    }
    if (world.has(Mutation.A_CRASH_IS_AN_ATTEMPT)) {
      leased.removeIf(this::isBlamed);
    }
    return leased;
  }

  private boolean isBlamed(LeasedMessage leased) {
    StageChange change = new StageChange.RetryAfter(Duration.ZERO, new Failure("crash", "it died"));
    return leased.history().lapses() > 0 && table.move(List.of(new Move(leased, change))).isEmpty();
  }

  @Override
  public void renew(Collection<LeasedMessage> leased, Duration life) {
    table.renew(leased, LONG);
  }

  @Override
  public List<Move> move(List<Move> moves) {
    List<Move> refused = new ArrayList<>();
    for (Move move : moves) {
      List<Move> one = List.of(new Move(mutated(move.leased()), move.change()));
      boolean completed = move.change() instanceof StageChange.Completed;
      Mutation mutation = completed ? Mutation.COMPLETED_BESIDE_THE_TRANSACTION : Mutation.NONE;
      if (in(mutation, () -> table.move(one).isEmpty())) {
        look(move.leased());
      } else {
        refused.add(move);
      }
    }
    return refused;
  }

  @Override
  public boolean finish(LeasedMessage leased, RouteProgress progress, Duration life) {
    LeasedMessage one = mutated(leased);
    boolean finished =
        in(Mutation.STEP_BESIDE_THE_TRANSACTION, () -> table.finish(one, progress, LONG));
    if (finished) {
      look(leased);
    }
    return finished;
  }

  private void look(LeasedMessage leased) {
    if (!Long.valueOf(leased.token()).equals(latest.get(leased.identity()))) {
      world.outside.breach("written under a lease that had passed on: " + leased.identity());
    }
  }

  @Override
  public List<LeasedMessage> failedForGood(String consumer, int most) {
    return table.failedForGood(consumer, most);
  }

  @Override
  public Optional<Found> find(Identity identity) {
    return table.find(identity);
  }

  @Override
  public void absorbed(Identity identity) {
    table.absorbed(identity);
  }

  /** As if it had the latest token, if a mutation says so. */
  private LeasedMessage mutated(LeasedMessage leased) {
    return world.has(Mutation.WORK_WITHOUT_FENCE)
        ? table.find(leased.identity()).map(Found::leased).orElse(leased)
        : leased;
  }

  /** In the caller's transaction, or, if {@code mutation} says so, beside it. */
  private boolean in(Mutation mutation, BooleanSupplier act) {
    if (mutation == Mutation.NONE || !world.has(mutation)) {
      return act.getAsBoolean();
    }
    boolean[] done = new boolean[1];
    world.transactions.outside(() -> done[0] = act.getAsBoolean());
    return done[0];
  }

  /** All leases end now, and all waits. */
  void expire() {
    table.stages().keySet().forEach(table::expire);
  }

  Optional<InboxStage> stage(String key) {
    return table.stages().entrySet().stream()
        .filter(row -> row.getKey().key().equals(key))
        .map(Map.Entry::getValue)
        .findAny();
  }

  int failures(String key) {
    return table.stages().keySet().stream()
        .filter(identity -> identity.key().equals(key))
        .flatMap(identity -> table.find(identity).stream())
        .mapToInt(found -> found.leased().history().failures())
        .sum();
  }

  boolean areSettled() {
    return table.stages().values().stream()
        .allMatch(stage -> stage == InboxStage.COMPLETED || stage == InboxStage.PARKED);
  }
}
