// SPDX-License-Identifier: Apache-2.0
package org.semel.chaos.small;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;

/** The threads of a small node, which end before it does when it stops in order. */
final class NodeThreads implements ThreadFactory {

  private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();

  @Override
  public Thread newThread(Runnable work) {
    Thread thread = new Thread(work);
    threads.removeIf(one -> one.getState() == Thread.State.TERMINATED);
    threads.add(thread);
    return thread;
  }

  void awaitEnd() {
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
