// SPDX-License-Identifier: Apache-2.0
package org.semel.it;

import org.semel.estate.Producer;
import org.semel.small.ForgottenBranch;
import org.semel.xa.HandmadeXid;

/**
 * Prepared in the database and at the broker until it is closed, as another application's would be
 * that dies, or whose administrator forgets it.
 */
final class ForeignTransaction implements AutoCloseable {

  private static final HandmadeXid MESSAGE = new HandmadeXid("somebody-elses");

  private final ForgottenBranch inDatabase;
  private final SharedEstate estate;
  private final String queue;

  /** Its message would go to {@code queue}. */
  ForeignTransaction(SharedEstate estate, String queue) {
    this.estate = estate;
    this.queue = queue;
    this.inDatabase = ForgottenBranch.over(estate.postgres);
    try (Producer producer = estate.producer(queue)) {
      producer.prepare(MESSAGE, "never comes");
    }
  }

  @Override
  public void close() {
    try (inDatabase;
        Producer producer = estate.producer(queue)) {
      producer.rollBack(MESSAGE);
    }
  }
}
