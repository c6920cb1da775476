// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.LockTimeoutException;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.PessimisticLockException;
import jakarta.persistence.QueryTimeoutException;
import java.sql.SQLException;
import java.util.Map;
import org.hibernate.StaleObjectStateException;
import org.hibernate.StaleStateException;
import org.hibernate.dialect.lock.OptimisticEntityLockException;
import org.hibernate.exception.LockAcquisitionException;
import org.junit.jupiter.api.Test;
import org.semel.internal.engine.tx.Cause;

/** Rivals by the names of persistence, and of whatever lies below these names. */
class PersistenceFaultsTest {

  private final PersistenceFaults faults = new PersistenceFaults();

  @Test
  void aRivalIsKnownByTheNameOfItsClassOrOfOneAbove() {
    Map.of(
            new OptimisticLockException(), Cause.OUTRUN,
            new StaleStateException("x"), Cause.OUTRUN,
            new StaleObjectStateException("Account", 1), Cause.OUTRUN,
            new OptimisticEntityLockException("x", "y"), Cause.OUTRUN,
            new PessimisticLockException(), Cause.LOCKED,
            new LockTimeoutException(), Cause.LOCKED,
            new LockAcquisitionException("x", new SQLException()), Cause.LOCKED,
            new QueryTimeoutException(), Cause.TIMED_OUT,
            new PersistenceException(), Cause.UNNAMED,
            new PersistenceException(new OptimisticLockException()), Cause.OUTRUN)
        .forEach((told, cause) -> assertThat(faults.ofAll(told)).as("%s", told).isEqualTo(cause));
  }
}
