// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.io.PrintStream;
import org.semel.bench.Variant.Load;

/** What is no race: the relay, latencies at a steady rate, and the heap over a million messages. */
final class Loads {

  private static final int[] PERCENT = {30, 60, 90};
  private static final int SECONDS = 5;
  private static final int FULL_SECONDS = 20;
  private static final int PAIRS = 3;
  private static final int HUNDRED_THOUSAND = 100_000;

  private final Estate estate;
  private final Track track;
  private final Scope scope;
  private final Results results;
  private final PrintStream out;

  Loads(Estate estate, Scope scope, Results results, PrintStream out) {
    this.estate = estate;
    this.track = new Track(estate);
    this.scope = scope;
    this.results = results;
    this.out = out;
  }

  void run() {
    relay();
    latencies();
    if (scope.full()) {
      heap();
    }
  }

  private void relay() {
    RelayTrack relay = new RelayTrack(estate, track.orders());
    relay.alone();
    relay.besideOneThatHangs();
    double[] alone = new double[PAIRS];
    double[] loss = new double[PAIRS];
    for (int pair = 0; pair < PAIRS; pair++) {
      double first = pair % 2 == 0 ? relay.alone() : relay.besideOneThatHangs();
      double second = pair % 2 == 0 ? relay.besideOneThatHangs() : relay.alone();
      alone[pair] = pair % 2 == 0 ? first : second;
      double beside = pair % 2 == 0 ? second : first;
      loss[pair] = 1 - beside / alone[pair];
      out.printf(
          "relay    %,8.0f intents/s, %,8.0f beside a destination that hangs%n",
          alone[pair], beside);
    }
    results.add(Target.RELAY, Series.of(alone));
    results.add(Target.NEIGHBOUR, Series.of(loss));
  }

  private void latencies() {
    double capacity = results.rate("xa1_direct");
    double[] ratios = new double[PAIRS];
    for (int pair = 0; pair < PAIRS; pair++) {
      Latency single = latency("direct1", 30, capacity);
      ratios[pair] =
          (double) latency("direct50", 30, capacity).micros().p50() / single.micros().p50();
    }
    results.add(Target.LATENCY, Series.of(ratios));
    for (int percent : PERCENT) {
      results.add(latency("direct1", percent, capacity));
      results.add(latency("direct50", percent, capacity));
    }
  }

  private Latency latency(String receiver, int percent, double capacity) {
    int perSecond = (int) (capacity * percent / 100);
    int seconds = scope.full() ? FULL_SECONDS : scope.smoke() ? 1 : SECONDS;
    estate.empty();
    track.watch(perSecond * seconds);
    track.start(receiver);
    track.orders().give("pace?rate=" + perSecond + "&seconds=" + seconds);
    track.awaitEmpty();
    track.stop(receiver);
    Latency latency = Latency.of(receiver, percent, perSecond, track.orders().give("latencies"));
    out.printf(
        "latency  %-8s at %,6d messages/s: p50 %,6d us, p95 %,6d us, p99 %,6d us%n",
        receiver,
        perSecond,
        latency.micros().p50(),
        latency.micros().p95(),
        latency.micros().p99());
    return latency;
  }

  /** What stays in use after a hundred thousand messages, and after a million. */
  void heap() {
    track.fill(new Load(HUNDRED_THOUSAND, 0, 0));
    track.start("direct50");
    track.awaitEmpty();
    double early = heapInUse();
    for (int more = 0; more < 9; more++) {
      track.orders().give("fill?messages=" + HUNDRED_THOUSAND + "&duplicates=0&poison=0");
      track.awaitEmpty();
    }
    double late = heapInUse();
    track.stop("direct50");
    out.printf("heap     %,.0f bytes after 100,000, %,.0f after 1,000,000%n", early, late);
    results.add(Target.HEAP, Series.of(late / early));
  }

  private double heapInUse() {
    return Long.parseLong(track.orders().give("heap"));
  }
}
