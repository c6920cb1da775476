// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import org.apache.camel.support.service.ServiceSupport;
import org.semel.internal.retention.Retention;

/** Starts and stops retention with the Camel context. */
final class RetentionService extends ServiceSupport {

  private final Retention retention;

  RetentionService(Retention retention) {
    this.retention = retention;
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
