// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import static org.awaitility.Awaitility.await;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Measures the relay: alone, beside destinations whose providers are not well, and while a branch
 * is in doubt, so that nothing that was settled can be cleaned away.
 */
final class RelayBench {

  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final int TICKS_A_SECOND = 10;

  private final Extent extent;
  private final PrintStream out;
  private final List<RelayCell> cells = new ArrayList<>();

  /**
   * How much of it.
   *
   * @param intents of a cell
   * @param beside intents of the neighbour, and how long it is watched after the burst: longer than
   *     leases, and than the client waits for a connection
   * @param held how long a branch is in doubt
   * @param rate intents a second that are offered meanwhile
   */
  record Extent(int intents, Beside beside, Duration held, int rate) {

    /** See {@link Extent}. */
    record Beside(int intents, Duration watched) {}

    /** Of the properties {@code semel.bench.relay.*}; a moment only, if it is to be a try. */
    static Extent chosen(boolean smoke) {
      return new Extent(
          Integer.getInteger("semel.bench.relay.intents", smoke ? 200 : 20_000),
          new Beside(
              Integer.getInteger("semel.bench.relay.beside", smoke ? 40 : 1_000),
              Duration.ofSeconds(Integer.getInteger("semel.bench.relay.watched", smoke ? 1 : 200))),
          Duration.ofSeconds(Integer.getInteger("semel.bench.relay.held", smoke ? 5 : 600)),
          Integer.getInteger("semel.bench.relay.rate", smoke ? 50 : 200));
    }
  }

  RelayBench(Extent extent, PrintStream out) {
    this.extent = extent;
    this.out = out;
  }

  /** All cells, in their order. */
  List<RelayCell> run() {
    warmUp();
    burst("alone", Optional.empty());
    beside(Neighbour::thatHangs);
    beside(Neighbour::thatDropsPackets);
    beside(Neighbour::thatAnswers401);
    beside(Neighbour::thatSleeps);
    steady("at a steady rate", false);
    steady("at a steady rate, a branch in doubt", true);
    return cells;
  }

  private void warmUp() {
    try (RelayStand stand = new RelayStand(Optional.empty())) {
      drain(stand);
    }
  }

  private void beside(Supplier<Neighbour> made) {
    Neighbour neighbour = made.get();
    burst(neighbour.name(), Optional.of(neighbour));
  }

  /** Intents a second, from the start of the relay until the last one is settled. */
  private void burst(String name, Optional<Neighbour> neighbour) {
    try (RelayStand stand = new RelayStand(neighbour)) {
      neighbour.ifPresent(one -> occupy(stand));
      double perSecond = drain(stand);
      neighbour.ifPresent(one -> pass(extent.beside().watched()));
      add(new RelayCell(name, extent.intents(), perSecond, Optional.empty(), stand.unknown()));
      neighbour.ifPresent(Neighbour::close);
    }
  }

  private void occupy(RelayStand stand) {
    stand.record(stand.beside, extent.beside().intents());
    stand.startBeside();
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                stand.count(stand.beside, "first_leased_at IS NOT NULL OR detail IS NOT NULL") > 0);
  }

  private double drain(RelayStand stand) {
    stand.record(stand.measured, extent.intents());
    long began = System.nanoTime();
    stand.startMeasured();
    awaitDelivered(stand, extent.intents());
    return extent.intents() / ((System.nanoTime() - began) / 1e9);
  }

  /**
   * Offers intents at a steady rate, and sees how many of them are settled when the time is over;
   * then, as fast as they go, as many as a burst has.
   */
  private void steady(String name, boolean doubt) {
    String gid = "semel-bench-" + System.nanoTime();
    try (RelayStand stand = new RelayStand(Optional.empty())) {
      if (doubt) {
        stand.doubt(gid);
      }
      stand.startMeasured();
      long offered = offer(stand);
      long settled = stand.count(stand.measured, "state = 'delivered'");
      awaitDelivered(stand, offered);
      double perSecond = burstBehind(stand, offered);
      if (doubt) {
        stand.resolve(gid);
      }
      double share = (double) settled / offered;
      add(new RelayCell(name, settled, perSecond, Optional.of(share), stand.unknown()));
    }
  }

  private long offer(RelayStand stand) {
    AtomicLong offered = new AtomicLong();
    ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor();
    int each = Math.max(1, extent.rate() / TICKS_A_SECOND);
    ScheduledFuture<?> tick =
        ticks.scheduleAtFixedRate(
            () -> {
              stand.record(stand.measured, each);
              offered.addAndGet(each);
            },
            0,
            1_000 / TICKS_A_SECOND,
            TimeUnit.MILLISECONDS);
    pass(extent.held());
    if (tick.isDone()) {
      throw new IllegalStateException("what was to be offered could not be recorded");
    }
    ticks.shutdown();
    await().atMost(PATIENCE).until(ticks::isTerminated);
    return offered.get();
  }

  private static void pass(Duration time) {
    long until = System.nanoTime() + time.toNanos();
    await().atMost(time.plus(PATIENCE)).until(() -> System.nanoTime() - until > 0);
  }

  private double burstBehind(RelayStand stand, long before) {
    long began = System.nanoTime();
    stand.record(stand.measured, extent.intents());
    awaitDelivered(stand, before + extent.intents());
    return extent.intents() / ((System.nanoTime() - began) / 1e9);
  }

  private static void awaitDelivered(RelayStand stand, long all) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> stand.count(stand.measured, "state = 'delivered'") == all);
  }

  private void add(RelayCell cell) {
    cells.add(cell);
    out.println(cell.row());
  }
}
