// SPDX-License-Identifier: Apache-2.0
package org.semel.small;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import org.semel.internal.engine.loop.Gate;

/** Makes threads, and sees which of them have been told to begin nothing more. */
public final class WatchedThreads implements ThreadFactory {

  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

  @Override
  public Thread newThread(Runnable work) {
    Thread thread = new Thread(work);
    threads.add(thread);
    return thread;
  }

  /** How many of them wait at a gate that is closed. */
  public long keptOut() {
    return threads.stream().filter(WatchedThreads::waitsAtAGate).count();
  }

  private static boolean waitsAtAGate(Thread thread) {
    return thread.getState() == Thread.State.WAITING
        && Arrays.stream(thread.getStackTrace())
            .anyMatch(
                frame ->
                    frame.getClassName().equals(Gate.class.getName())
                        && frame.getMethodName().equals("enter"));
  }
}
