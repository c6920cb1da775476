// SPDX-License-Identifier: Apache-2.0
package org.semel.bench;

import java.time.Duration;

/**
 * Processor time, from the operating system.
 *
 * @param server of the application server, with the broker in it
 * @param database of all processes of PostgreSQL
 */
record Spent(Duration server, Duration database) {

  static Spent untilNow() {
    return new Spent(of("java"), of("postgres"));
  }

  Spent since(Spent before) {
    return new Spent(server.minus(before.server), database.minus(before.database));
  }

  private static Duration of(String program) {
    return ProcessHandle.allProcesses()
        .filter(process -> process.pid() != ProcessHandle.current().pid())
        .filter(process -> process.info().command().orElse("").endsWith("/" + program))
        .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
        .reduce(Duration.ZERO, Duration::plus);
  }
}
