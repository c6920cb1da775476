// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.time.Duration;
import java.util.stream.Stream;

/**
 * Processor time, from the operating system.
 *
 * @param server of the application server, with the broker in it
 * @param database of all processes of PostgreSQL
 */
record Spent(Duration server, Duration database) {

  static Spent untilNow(Estate estate) {
    return new Spent(of(estate.wildFly.handle()), of(estate.postgres.handle()));
  }

  Spent since(Spent before) {
    return new Spent(server.minus(before.server), database.minus(before.database));
  }

  private static Duration of(ProcessHandle root) {
    return Stream.concat(Stream.of(root), root.descendants())
        .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }
}
