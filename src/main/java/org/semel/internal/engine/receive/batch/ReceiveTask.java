// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import org.semel.internal.engine.receive.policy.BatchLimit;

/** The task that a {@link ReceiveWorker} does again and again. One worker's; not shared. */
public interface ReceiveTask extends AutoCloseable {

  /** Does it once, over at most {@code most}. Throws only what ends the virtual machine. */
  BatchResult run(BatchLimit most);

  /** The limit of what it would have next time. */
  BatchLimit limit();

  /** It will not run for a while: gives back what it holds for others. Throws nothing. */
  default void rest() {}

  @Override
  default void close() {}
}
