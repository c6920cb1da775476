// SPDX-License-Identifier: Apache-2.0
package org.semel.it.ear;

import jakarta.enterprise.context.ApplicationScoped;

/** The routes of the first WAR. */
@ApplicationScoped
public class EarRoutes extends WarRoutes {

  public EarRoutes() {
    super("ear");
  }
}
