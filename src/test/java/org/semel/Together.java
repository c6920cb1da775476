// SPDX-License-Identifier: Apache-2.0
package org.semel;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Acts that begin together: each on a thread of its own, and none before all of these are there.
 * The common pool has as many as the machine has cores, less one.
 */
public final class Together {

  private Together() {}

  /** What each of {@code count} acts came to. */
  public static <T> List<T> call(int count, IntFunction<T> act) {
    CyclicBarrier start = new CyclicBarrier(count);
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      return IntStream.range(0, count)
          .mapToObj(
              i ->
                  CompletableFuture.supplyAsync(
                      () -> {
                        await(start);
                        return act.apply(i);
                      },
                      threads))
          .toList()
          .stream()
          .map(CompletableFuture::join)
          .toList();
    } finally {
      threads.shutdown();
    }
  }

  /** Whether a thread waits for a lock, or for the database to answer. */
  public static boolean waits(Thread thread) {
    boolean inRead =
        Arrays.stream(thread.getStackTrace())
            .anyMatch(frame -> frame.getMethodName().contains("read"));
    return thread.getState() == Thread.State.TIMED_WAITING || inRead;
  }

  private static void await(CyclicBarrier start) {
    try {
      start.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }
}
