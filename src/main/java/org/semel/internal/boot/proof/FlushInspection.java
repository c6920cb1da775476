// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.proof;

import java.util.List;
import org.semel.Code;
import org.semel.internal.edge.server.ServerPlatform;
import org.semel.internal.engine.receive.proof.Refusal;
import org.semel.internal.engine.receive.proof.Remedy;

/**
 * Tells of a pool that closes what others have in use when one connection breaks. A time-out closes
 * the connection of its branch, and then ends the transactions of all neighbours. They are
 * repeated, so nothing is refused.
 */
final class FlushInspection {

  private final String dataSource;
  private final ServerPlatform platform;

  FlushInspection(String dataSource, ServerPlatform platform) {
    this.dataSource = dataSource;
    this.platform = platform;
  }

  /** The hint at a setting that ends the transactions of neighbours; empty if there is none. */
  List<Refusal> hints() {
    return platform.poolSettings().closesOthers(dataSource).map(this::hint).stream().toList();
  }

  private Refusal hint(String setting) {
    return new Refusal(
        Code.POOL_CLOSES_OTHERS,
        ("The data source %s has %s: one connection that breaks, or whose transaction takes too long, ends the transactions of"
                + " all others here. They are repeated.")
            .formatted(dataSource, setting),
        platform.words(Remedy.POOL));
  }
}
