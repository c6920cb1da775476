// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel;

import java.util.Map;
import org.semel.internal.engine.tx.Cause;
import org.semel.internal.engine.tx.Faults;

/**
 * Reads what persistence says of rivals, wherever it says so: in a flush or a query of the route,
 * or at the commit. By names, as its classes are the application's or the server's, and whatever
 * lies below a class of these names is one of them.
 */
public final class PersistenceFaults implements Faults {

  private static final Map<String, Cause> NAMES =
      Map.ofEntries(
          Map.entry("jakarta.persistence.OptimisticLockException", Cause.OUTRUN),
          Map.entry("jakarta.persistence.PessimisticLockException", Cause.LOCKED),
          Map.entry("jakarta.persistence.LockTimeoutException", Cause.LOCKED),
          Map.entry("jakarta.persistence.QueryTimeoutException", Cause.TIMED_OUT),
          Map.entry("org.hibernate.StaleStateException", Cause.OUTRUN),
          Map.entry("org.hibernate.dialect.lock.OptimisticEntityLockException", Cause.OUTRUN),
          Map.entry("org.hibernate.dialect.lock.PessimisticEntityLockException", Cause.LOCKED),
          Map.entry("org.hibernate.PessimisticLockException", Cause.LOCKED),
          Map.entry("org.hibernate.exception.LockAcquisitionException", Cause.LOCKED),
          Map.entry("org.hibernate.QueryTimeoutException", Cause.TIMED_OUT),
          Map.entry("org.eclipse.persistence.exceptions.OptimisticLockException", Cause.OUTRUN),
          Map.entry("org.springframework.dao.OptimisticLockingFailureException", Cause.OUTRUN),
          Map.entry("org.springframework.dao.ConcurrencyFailureException", Cause.LOCKED),
          Map.entry("org.springframework.dao.QueryTimeoutException", Cause.TIMED_OUT));

  @Override
  public Cause of(Throwable fault) {
    for (Class<?> kind = fault.getClass(); kind != null; kind = kind.getSuperclass()) {
      Cause named = NAMES.get(kind.getName());
      if (named != null) {
        return named;
      }
    }
    return Cause.UNNAMED;
  }
}
