// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics.prometheus;

import java.util.function.Function;
import org.semel.internal.desk.operate.parked.ReplayRule;
import org.semel.internal.desk.watch.metrics.prometheus.ConsumerMeters.RepeatKind;
import org.semel.internal.engine.loop.Observer;
import org.semel.internal.engine.receive.Occasion;
import org.semel.internal.engine.receive.Replayer;

/** Counts what persons hand in again, and what became of its intents. Safe for any thread. */
public final class ReplayMetrics implements Observer<Replayer.ReplayedEffect> {

  private final ReceiveMetrics receives;
  private final Function<String, ReplayRule> rules;

  /**
   * Counts beside what is received.
   *
   * @param rules whether a consumer's replays record intents
   */
  public ReplayMetrics(ReceiveMetrics receives, Function<String, ReplayRule> rules) {
    this.receives = receives;
    this.rules = rules;
  }

  @Override
  public void on(Replayer.ReplayedEffect event) {
    RepeatKind how = how(event.consumer(), event.occasion());
    receives.repeated(event.consumer(), event.message(), how, event.suppressed());
  }

  private RepeatKind how(String consumer, Occasion occasion) {
    if (!occasion.isRepeat()) {
      return RepeatKind.FIRST;
    }
    return rules.apply(consumer) == ReplayRule.WITHOUT_INTENTS
        ? RepeatKind.SUPPRESSED
        : RepeatKind.SENT;
  }
}
