// SPDX-License-Identifier: Apache-2.0
package org.semel.ops;

import java.util.List;
import java.util.Optional;

/** The messages that took effect and were kept. Every act joins the caller's transaction. */
public interface Keepsakes {

  /** The message of this number. */
  Optional<Keepsake> find(long id);

  /**
   * Messages of a consumer, the oldest first.
   *
   * @param after only those of a higher number; 0 for all
   * @param most 1 or more
   */
  List<Keepsake> kept(String consumer, long after, int most);
}
