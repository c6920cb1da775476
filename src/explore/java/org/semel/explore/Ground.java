// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.semel.small.SmallServer;

/**
 * The tables that all cases of a run share, emptied now and then while none is played: each case
 * looks for its own rows, and the last of a night is to find them as fast as the first.
 */
final class Ground {

  private static final int CASES = 60;

  private static final String EMPTY =
      """
      DO $$ DECLARE all_of_them text; BEGIN
        SELECT string_agg(format('public.%I', relname), ', ') INTO all_of_them
        FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
          AND (relname LIKE 'semel\\_%' AND relname NOT IN ('semel_schema', 'semel_round') OR relname = 'explored');
        EXECUTE 'TRUNCATE ' || all_of_them;
      END $$;
      """;

  private final ReadWriteLock lock = new ReentrantReadWriteLock(true);
  private final AtomicInteger played = new AtomicInteger();

  /** Plays a case beside others. */
  <T> T play(Supplier<T> play) {
    T outcome;
    lock.readLock().lock();
    try {
      outcome = play.get();
    } finally {
      lock.readLock().unlock();
    }
    if (played.incrementAndGet() % CASES == 0) {
      empty();
    }
    return outcome;
  }

  private void empty() {
    lock.writeLock().lock();
    try {
      SmallServer.shared().postgres().execute(EMPTY);
    } finally {
      lock.writeLock().unlock();
    }
  }
}
