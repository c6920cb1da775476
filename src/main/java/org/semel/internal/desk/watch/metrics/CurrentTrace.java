// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.metrics;

import java.util.Optional;
import org.semel.message.TraceParent;

/** The trace in which the calling thread works. */
@FunctionalInterface
public interface CurrentTrace {

  /** Its span; empty if there is none, or one that is not kept. Does not throw. */
  Optional<TraceParent> get();
}
