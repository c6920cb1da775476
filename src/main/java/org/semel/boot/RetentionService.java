// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import org.apache.camel.support.service.ServiceSupport;
import org.semel.jta.JtaTransactions;
import org.semel.retention.Pace;
import org.semel.retention.Retention;
import org.semel.store.Jdbc;
import org.semel.store.RetentionTable;

/** Gives Camel's life to retention: it starts and stops with the context. */
final class RetentionService extends ServiceSupport {

  private final Retention retention;

  RetentionService(Retention retention) {
    this.retention = retention;
  }

  static RetentionService of(Settings settings, Server server) {
    Retention.Depot depot =
        new Retention.Depot(
            new RetentionTable(new Jdbc(server.dataSource(settings.semel().dataSource()))),
            new JtaTransactions(server.transactionManager(), server.synchronizations()),
            server.threads());
    Pace pace = Pace.every(settings.semel().retentionEvery());
    return new RetentionService(
        new Retention(depot, settings::retention, pace, new RetentionLog()));
  }

  @Override
  protected void doStart() {
    retention.start();
  }

  @Override
  protected void doStop() {
    retention.stop();
  }
}
