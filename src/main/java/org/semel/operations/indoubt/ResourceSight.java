// SPDX-License-Identifier: Apache-2.0
package org.semel.operations.indoubt;

import java.util.Optional;
import org.semel.operations.indoubt.InDoubtTransaction.Visibility;

/**
 * The answer whether it can be seen from here what a resource holds in doubt.
 *
 * @param name of a broker the connection factory's in the configuration; of the transaction log
 *     {@code log}
 * @param sight whether it was seen when this node looked last
 * @param why it cannot be seen, a sentence's part without payload; empty if it can
 */
public record ResourceSight(String name, Visibility sight, Optional<String> why) {

  /** The name of the transaction log. */
  public static final String LOG = "log";

  /** It was seen. */
  public static ResourceSight seen(String name) {
    return new ResourceSight(name, Visibility.SEEN, Optional.empty());
  }

  /** It cannot be seen. */
  public static ResourceSight hidden(String name, String why) {
    return new ResourceSight(name, Visibility.CANNOT_BE_SEEN, Optional.of(why));
  }

  /** Whether it was seen. */
  public boolean isSeen() {
    return sight == Visibility.SEEN;
  }
}
