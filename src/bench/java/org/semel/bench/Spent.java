// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Processor time, from the operating system.
 *
 * @param server of the application server and its broker
 * @param database of all processes of PostgreSQL
 */
record Spent(Duration server, Duration database) {

  static Spent untilNow(Estate estate) {
    return new Spent(of(estate.server.processes()), of(List.of(estate.postgres.handle())));
  }

  Spent since(Spent before) {
    return new Spent(server.minus(before.server), database.minus(before.database));
  }

  private static Duration of(List<ProcessHandle> roots) {
    return roots.stream()
        .flatMap(root -> Stream.concat(Stream.of(root), root.descendants()))
        .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }
}
