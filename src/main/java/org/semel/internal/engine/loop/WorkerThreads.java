// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.function.IntConsumer;
import org.semel.Code;
import org.semel.SemelException;

/**
 * Starts work on managed threads, all of it or none. A managed factory may refuse a thread, by null
 * or by an exception, and the machine may have none left; what had begun by then must not go on.
 *
 * @param factory makes the threads
 * @see <a
 *     href="https://jakarta.ee/specifications/concurrency/3.0/apidocs/jakarta.concurrency/jakarta/enterprise/concurrent/managedthreadfactory#newThread(java.lang.Runnable)">ManagedThreadFactory</a>
 */
public record WorkerThreads(ThreadFactory factory) {

  /**
   * Starts all of {@code work}, each on a thread of its own.
   *
   * @param whose names the work in the error message
   * @param undo ends what had begun: so many, the first ones; called only on a failure
   * @throws SemelException with {@link Code#THREAD_REFUSED} if one cannot start; none runs on then
   */
  public void start(String whose, List<? extends Runnable> work, IntConsumer undo) {
    int begun = 0;
    try {
      List<Thread> made = new ArrayList<>();
      for (Runnable each : work) {
        made.add(Objects.requireNonNull(factory.newThread(each), "the server gives none"));
      }
      for (Thread thread : made) {
        thread.start();
        begun++;
      }
    } catch (RuntimeException | Error e) { // an error, if the machine has no thread left
      undo.accept(begun);
      throw new SemelException(
          Code.THREAD_REFUSED,
          whose
              + " does not start: the server refused it a thread, of "
              + work.size()
              + " that it needs. What had begun has ended. Look for the server's limits, and at its log.",
          e);
    }
  }
}
