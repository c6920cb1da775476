// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.node;

import java.time.Instant;
import java.util.function.Supplier;

/** The clock of this machine: the doctor compares it with the database's. */
final class ServerClock implements Supplier<Instant> {

  @Override
  public Instant get() {
    return Instant.now();
  }
}
