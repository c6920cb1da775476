// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.indoubt;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.semel.internal.desk.operate.indoubt.BrokerScan.ScanResult;
import org.semel.internal.engine.loop.Loop;
import org.semel.internal.engine.loop.LoopResult;
import org.semel.internal.engine.receive.proof.GlobalTransaction;
import org.semel.operations.indoubt.ResourceSight;

/**
 * Looks again and again at what is in doubt outside the database. A broker that is away makes its
 * thread wait and no one else: what was seen last can be had from any thread, until it is too old
 * to be true.
 */
public final class OutsideLook implements Loop.Step {

  /** Looks that may fail to come before the last one is too old. */
  private static final int LATE = 3;

  /** As long as a broker's client waits for an answer. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final String NOT_LOOKED = "this node has not looked yet, or nothing lets it look";
  private static final String TOO_OLD =
      "a look takes longer than it should: a broker gives no answer";

  private final Supplier<List<BrokerScan>> brokers;
  private final DecisionLog log;
  private final Duration every;
  private final LongSupplier nanos;
  private final Map<String, Sightings> sightings = new HashMap<>();
  private volatile @Nullable DatedView latest;

  private record DatedView(OutsideView view, long at) {}

  /**
   * A look that has seen nothing yet.
   *
   * @param brokers those of the consumers that are here now
   * @param log this node's
   * @param every between two looks
   * @param nanos a clock that never runs backwards
   */
  public OutsideLook(
      Supplier<List<BrokerScan>> brokers, DecisionLog log, Duration every, LongSupplier nanos) {
    this.brokers = brokers;
    this.log = log;
    this.every = every;
    this.nanos = nanos;
  }

  /** One that sees no broker, and no log. */
  public static OutsideLook none() {
    return new OutsideLook(List::of, DecisionLog.HIDDEN, Duration.ZERO, () -> 0);
  }

  /** What this node's transaction manager has written down. */
  DecisionLog log() {
    return log;
  }

  @Override
  public LoopResult run(boolean afterOutage) {
    List<ResourceSight> sights = new ArrayList<>();
    Map<GlobalTransaction, Duration> prepared = new HashMap<>();
    for (BrokerScan broker : brokers.get()) {
      ScanResult found = broker.ask();
      sights.add(sight(broker.name(), found));
      seen(broker.name(), found)
          .forEach((one, age) -> prepared.merge(one, age, OutsideLook::longer));
    }
    ScanResult logged = log.unfinished();
    OutsideView view =
        new OutsideView(
            sights, prepared, sight(ResourceSight.LOG, logged), seen(ResourceSight.LOG, logged));
    latest = new DatedView(view, nanos.getAsLong());
    return new LoopResult.Succeeded(every);
  }

  /** What cannot be seen for a while is not seen anew afterwards. */
  private Map<GlobalTransaction, Duration> seen(String resource, ScanResult found) {
    Sightings known = sightings.computeIfAbsent(resource, first -> new Sightings(nanos));
    return found instanceof ScanResult.Listed seen ? known.seen(seen.all()) : Map.of();
  }

  private static ResourceSight sight(String resource, ScanResult found) {
    return found instanceof ScanResult.Unseen hidden
        ? ResourceSight.hidden(resource, hidden.why())
        : ResourceSight.seen(resource);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /** What was seen last; of what is too old, only that it cannot be seen. */
  public OutsideView view() {
    return Optional.ofNullable(latest)
        .map(this::aged)
        .orElseGet(() -> hidden(List.of(), NOT_LOOKED));
  }

  private OutsideView aged(DatedView look) {
    Duration age = Duration.ofNanos(Math.max(0, nanos.getAsLong() - look.at()));
    Duration oldest = every.multipliedBy(LATE).plus(PATIENCE);
    OutsideView seen =
        age.compareTo(oldest) <= 0 ? look.view() : hidden(look.view().brokers(), TOO_OLD);
    return seen.after(age);
  }

  private static OutsideView hidden(List<ResourceSight> brokers, String why) {
    List<ResourceSight> hidden =
        brokers.stream().map(each -> ResourceSight.hidden(each.name(), why)).toList();
    return new OutsideView(
        hidden, Map.of(), ResourceSight.hidden(ResourceSight.LOG, why), Map.of());
  }
}
