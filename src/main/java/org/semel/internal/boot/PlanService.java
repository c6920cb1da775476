// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import org.apache.camel.support.service.ServiceSupport;
import org.semel.internal.plan.PlanWorker;

/** Starts and stops the work on replay plans with the Camel context. */
final class PlanService extends ServiceSupport {

  private final PlanWorker worker;

  PlanService(PlanWorker worker) {
    this.worker = worker;
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
