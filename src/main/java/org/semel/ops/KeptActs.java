// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

import java.util.List;
import java.util.Optional;

/**
 * Replaying messages that took effect and were kept. An identity that is remembered stays absorbed;
 * only one that was forgotten takes effect again.
 */
public final class KeptActs {

  private final Desk desk;
  private final Keepsakes keepsakes;
  private final Handover handover;

  KeptActs(Desk desk, Keepsakes keepsakes, Handover handover) {
    this.desk = desk;
    this.keepsakes = keepsakes;
    this.handover = handover;
  }

  /**
   * The kept message of this number.
   *
   * @param most a body with more bytes is not read, and only its size is told; 0 or more
   */
  public Optional<Keepsake> show(long id, int most) {
    return desk.look(() -> keepsakes.show(id, most));
  }

  /**
   * Messages of a consumer, the oldest first. Of their bodies only the size is told; see {@link
   * #show}.
   *
   * @param after only those of a higher number; 0 for all
   * @param most 1 or more
   */
  public List<Keepsake> kept(String consumer, long after, int most) {
    return desk.look(() -> keepsakes.kept(consumer, after, most));
  }

  /** Hands a kept message to its consumer again. */
  public Release replay(long id, Mandate by) {
    return handover.hand(id, by, outcome -> {});
  }
}
