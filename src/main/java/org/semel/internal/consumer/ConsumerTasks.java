// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.consumer;

import java.util.List;
import org.semel.internal.loop.Gate;
import org.semel.internal.receive.batch.ReceiveTask;

/** What the workers of one consumer do. */
public interface ConsumerTasks {

  /**
   * The task of each worker.
   *
   * @param gate shut when they are to end; who sees it gives back what it holds
   */
  List<ReceiveTask> of(Gate gate);

  /** Wakes those that sleep, so that they see that the gate is shut. */
  void wake();
}
