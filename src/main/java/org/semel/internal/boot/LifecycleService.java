// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import org.apache.camel.NonManagedService;
import org.apache.camel.support.service.ServiceSupport;
import org.semel.internal.engine.loop.Lifecycle;

/**
 * Starts and stops something with the Camel context. It is no bean in JMX: there the application
 * finds what is its own.
 */
final class LifecycleService extends ServiceSupport implements NonManagedService {

  private final Lifecycle served;

  LifecycleService(Lifecycle served) {
    this.served = served;
  }

  @Override
  protected void doStart() {
    served.start();
  }

  @Override
  protected void doStop() {
    served.stop();
  }
}
