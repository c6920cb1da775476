// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.consumer;

import java.util.List;
import org.semel.internal.engine.loop.Gate;
import org.semel.internal.engine.receive.batch.ReceiveTask;

/** The tasks of the workers of one consumer. */
public interface ConsumerTasks {

  /**
   * The task of each worker.
   *
   * @param gate closed when they are to begin nothing more, and shut when they are to end; a task
   *     that sees it shut gives back what it holds
   */
  List<ReceiveTask> of(Gate gate);

  /**
   * The tasks beside the workers, each on a thread of its own. They go on for as long as a worker
   * may have something in hand, though the workers' gate is closed or shut meanwhile.
   */
  default List<ReceiveTask> beside() {
    return List.of();
  }

  /** Wakes those that sleep, so that they see that a gate is shut. */
  void wake();
}
