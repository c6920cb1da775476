// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.semel.internal.engine.loop.WakeUp;
import org.semel.internal.engine.receive.ClaimedHandler;
import org.semel.internal.engine.receive.IdentifiedMessage;
import org.semel.internal.engine.receive.Receipt;
import org.semel.internal.engine.receive.claim.Claim;
import org.semel.internal.engine.receive.policy.ConsumerPolicy;
import org.semel.internal.engine.receive.policy.OrderPolicy;
import org.semel.internal.engine.receive.rows.Versions.Advance;
import org.semel.internal.engine.receive.rows.Versions.HeldMessage;
import org.semel.internal.engine.receive.rows.Versions.Place;
import org.semel.internal.engine.receive.rows.Versions.Reached;
import org.semel.internal.engine.tx.Transactions;
import org.semel.message.Fingerprint.Agreement;
import org.semel.message.Identity;

/**
 * Each version of an aggregate after the one before it: all aggregates of the batch are locked and
 * compared by one statement; what is next goes through the route, what is old is ignored, what is
 * early is kept. The releaser of what is kept is woken if an aggregate has advanced.
 */
public final class VersionGate implements ClaimedHandler {

  private final ConsumerPolicy policy;
  private final OrderPolicy order;
  private final Versions versions;
  private final Transactions transactions;
  private final WakeUp released;
  private final ClaimedHandler next;

  /**
   * An order before {@code next}.
   *
   * @param versions with the messages that wait
   * @param released wakes the releaser of what waits
   * @param next takes one message at a time
   */
  public VersionGate(
      ConsumerPolicy policy,
      Versions versions,
      Transactions transactions,
      WakeUp released,
      ClaimedHandler next) {
    this.policy = policy;
    this.order = policy.ordered().orElseThrow();
    this.versions = versions;
    this.transactions = transactions;
    this.released = released;
    this.next = next;
  }

  @Override
  public List<Receipt> handle(List<IdentifiedMessage> ours) {
    if (ours.isEmpty()) {
      return List.of();
    }
    List<Place> places =
        ours.stream().map(one -> Place.of(order, policy.name(), one.message())).toList();
    Map<Identity, Long> asked = new HashMap<>();
    places.forEach(place -> asked.put(place.aggregate(), order.first() - 1));
    Walk walk = new Walk(ours, places, versions.lock(asked));
    walk.go();
    return walk.receipts();
  }

  @Override
  public ClaimedHandler rehearsed() {
    return new VersionGate(policy, versions, transactions, released, next.rehearsed());
  }

  /** One pass through a batch. */
  private final class Walk {
    private final List<IdentifiedMessage> ours;
    private final List<Place> places;
    private final Map<Identity, Reached> before;
    private final Map<Identity, Reached> reached;
    private final Map<Identity, Integer> ignored = new HashMap<>();
    private final List<Integer> early = new ArrayList<>();
    private final @Nullable Receipt[] receipts;

    Walk(List<IdentifiedMessage> ours, List<Place> places, Map<Identity, Reached> before) {
      this.ours = ours;
      this.places = places;
      this.before = before;
      this.reached = new HashMap<>(before);
      this.receipts = new Receipt[ours.size()];
    }

    /** In the order of versions, so that those of one batch are in order however they arrived. */
    void go() {
      IntStream.range(0, ours.size())
          .boxed()
          .sorted(Comparator.comparing(i -> places.get(i).version()))
          .forEach(this::step);
      advance();
      hold();
    }

    private void step(int i) {
      Identity aggregate = places.get(i).aggregate();
      long version = places.get(i).version();
      Reached current = Objects.requireNonNull(reached.get(aggregate));
      IdentifiedMessage one = ours.get(i);
      if (version <= current.version()) {
        Receipt receipt = OldVersions.of(one, version, current);
        receipts[i] = receipt;
        ignored.merge(aggregate, receipt.toPark().isEmpty() ? 1 : 0, Integer::sum);
      } else if (version == current.version() + 1) {
        Receipt receipt = next.handle(List.of(one)).get(0);
        receipts[i] = receipt;
        if (receipt.toPark().isEmpty()) { // those behind it wait for a person
          reached.put(aggregate, current.with(version, one.offer().fingerprint()));
        }
      } else {
        early.add(i);
      }
    }

    private void advance() {
      List<Advance> advances = new ArrayList<>();
      reached.forEach(
          (aggregate, version) -> {
            int late = ignored.getOrDefault(aggregate, 0);
            if (late > 0 || !version.equals(before.get(aggregate))) {
              advances.add(new Advance(aggregate, version, late));
            }
          });
      if (!advances.isEmpty()) {
        versions.advance(advances);
      }
      if (!reached.equals(before)) {
        transactions.afterCommit(released::signal);
      }
    }

    private void hold() {
      if (early.isEmpty()) {
        return;
      }
      List<Optional<Claim.Conflict>> there =
          versions.hold(
              early.stream()
                  .map(
                      i ->
                          new HeldMessage(
                              places.get(i), ours.get(i).offer(), ours.get(i).message()))
                  .toList());
      for (int e = 0; e < early.size(); e++) {
        IdentifiedMessage one = ours.get(early.get(e));
        receipts[early.get(e)] =
            there
                .get(e)
                .map(kept -> compared(one, kept))
                .orElseGet(() -> new Receipt.OutOfSequence(one.identity(), one.message()));
      }
    }

    private Receipt compared(IdentifiedMessage one, Claim.Conflict kept) {
      if (kept.recorded().with(one.offer().fingerprint()) != Agreement.DIFFERENT) {
        return new Receipt.Duplicate(one.identity(), one.message());
      }
      return OldVersions.conflict(one, kept, "another body waits at its version");
    }

    List<Receipt> receipts() {
      List<Receipt> all = new ArrayList<>();
      for (Receipt receipt : receipts) {
        if (receipt != null) {
          all.add(receipt);
        }
      }
      return all;
    }
  }
}
