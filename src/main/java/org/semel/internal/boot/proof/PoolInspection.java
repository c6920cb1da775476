// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.proof;

import java.util.List;
import java.util.function.Supplier;
import org.semel.Code;
import org.semel.internal.boot.config.Workload;
import org.semel.internal.edge.jms.ServerStarting;
import org.semel.internal.edge.server.PoolSettings;
import org.semel.internal.edge.server.ServerPlatform;
import org.semel.internal.engine.receive.proof.Inspection;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.internal.engine.receive.proof.Remedy;
import org.semel.internal.engine.receive.proof.Setting;

/**
 * Compares the pool of a data source with the need of this application. Says nothing of what cannot
 * be read.
 */
final class PoolInspection implements Inspection {

  private final String dataSource;
  private final ServerPlatform platform;
  private final PoolSettings settings;
  private final Supplier<Workload> load;

  PoolInspection(String dataSource, ServerPlatform platform, Supplier<Workload> load) {
    this.dataSource = dataSource;
    this.platform = platform;
    this.settings = platform.poolSettings();
    this.load = load;
  }

  @Override
  public List<Refusal> refusals() {
    Setting<Integer> most = settings.of(dataSource);
    if (most instanceof Setting.NotYet) {
      throw new ServerStarting();
    }
    return most instanceof Setting.Seen<Integer> seen
        ? judged(seen.value(), load.get())
        : List.of();
  }

  /**
   * Workers hold connections while they wait for more: with too few, no suspect is ever finished,
   * and no attempt counted. With a few more, work waits, and that is a hint.
   */
  private List<Refusal> judged(int connections, Workload needs) {
    return needs.held() > 0 && connections < needs.held() + Workload.SUSPECT
        ? List.of(refusal(connections, needs))
        : List.of();
  }

  /**
   * The hint at a pool with fewer connections than all parts of the application may need; empty if
   * it has enough.
   */
  List<Refusal> hints() {
    Workload needs = load.get();
    return settings.of(dataSource) instanceof Setting.Seen<Integer> seen
            && seen.value() < needs.most()
        ? List.of(tight(seen.value(), needs))
        : List.of();
  }

  /**
   * The hint at a pool that closes what others have in use when one connection breaks: a time-out
   * closes the connection of its branch, and then ends the transactions of all neighbours. Empty if
   * it does not.
   */
  List<Refusal> neighbours() {
    return settings.closesOthers(dataSource).map(this::closing).stream().toList();
  }

  private Refusal closing(String setting) {
    return new Refusal(
        Code.POOL_CLOSES_OTHERS,
        ("The data source %s has %s: one connection that breaks, or whose transaction takes too long, ends the transactions of"
                + " all others here. They are repeated.")
            .formatted(dataSource, setting),
        platform.words(Remedy.POOL));
  }

  private Refusal tight(int connections, Workload needs) {
    return new Refusal(
        Code.POOL_TIGHT,
        ("The data source %s has at most %s connections; all parts of this application may need %s at once. Work beyond"
                + " that waits for %s, and then for its next try.")
            .formatted(dataSource, connections, needs.most(), settings.patience()),
        "Raise its %s, or lower workers.".formatted(settings.size()));
  }

  private Refusal refusal(int connections, Workload needs) {
    return new Refusal(
        Code.POOL_TOO_SMALL,
        ("The data source %s has at most %s connections; the receiving workers hold %s while they wait, and a message that"
                + " is handled alone needs %s more.")
            .formatted(dataSource, connections, needs.held(), Workload.SUSPECT),
        "Set its %s to %s, which all parts of this application may need, plus what routes need; or lower workers."
            .formatted(settings.size(), needs.most()));
  }
}
