// SPDX-License-Identifier: Apache-2.0
package org.semel.boot;

import org.apache.camel.support.service.ServiceSupport;
import org.semel.ops.Operations;
import org.semel.ops.PlanWorker;

/** Gives Camel's life to the work on replay plans: it starts and stops with the context. */
final class PlanService extends ServiceSupport {

  private final PlanWorker worker;

  private PlanService(PlanWorker worker) {
    this.worker = worker;
  }

  static PlanService of(SemelEngine engine, Server server) {
    Operations operations = new Operations(engine::office);
    return new PlanService(new PlanWorker(operations::driver, server.threads(), new PlanLog()));
  }

  @Override
  protected void doStart() {
    worker.start();
  }

  @Override
  protected void doStop() {
    worker.stop();
  }
}
