// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import java.time.Duration;
import org.semel.Backoff;
import org.semel.receive.StoredPolicy;
import org.semel.receive.StoredPolicy.Budget;
import org.semel.receive.StoredPolicy.Retries;

/** Reads how one consumer works off what it has stored, and checks what lies between its keys. */
final class StoredReader {

  private final Section section;

  StoredReader(Section section) {
    this.section = section;
  }

  StoredPolicy read() {
    return new StoredPolicy(
        section.read(StoredKeys.RECEIVERS),
        section.read(StoredKeys.LEASE),
        section.read(StoredKeys.POLL),
        retries());
  }

  Retries retries() {
    return new Retries(
        backoff(),
        section.read(StoredKeys.RETRY_TERMINAL),
        section.read(StoredKeys.RETRY_AGAIN),
        new Budget(section.read(StoredKeys.RETRY_BUDGET), section.read(StoredKeys.RETRY_LEAST)));
  }

  private Backoff backoff() {
    Duration first = section.read(StoredKeys.RETRY_FIRST);
    Duration most = section.read(StoredKeys.RETRY_MOST);
    if (most.compareTo(first) < 0) {
      section.fault(StoredKeys.RETRY_MOST, "must be at least " + StoredKeys.RETRY_FIRST.name());
      return new Backoff(first, first);
    }
    return new Backoff(first, most);
  }
}
