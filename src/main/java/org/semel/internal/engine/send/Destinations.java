// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send;

import java.util.Collection;
import java.util.List;

/** The destinations to which this application's intents may go. */
@FunctionalInterface
public interface Destinations {

  /** All destinations that its routes or its configuration name. */
  Collection<Destination> all();

  /** The names that its routes give to intents to {@code destination}. */
  default Collection<String> names(Destination destination) {
    return List.of();
  }
}
