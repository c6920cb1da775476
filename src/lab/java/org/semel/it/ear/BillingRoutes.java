// SPDX-License-Identifier: Apache-2.0
package org.semel.it.ear;

import jakarta.enterprise.context.ApplicationScoped;

/** The routes of the second WAR. */
@ApplicationScoped
public class BillingRoutes extends WarRoutes {

  public BillingRoutes() {
    super("billing");
  }
}
