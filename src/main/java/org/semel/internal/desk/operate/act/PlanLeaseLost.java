// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.act;

import java.io.Serial;
import org.semel.Code;
import org.semel.SemelException;

/** The plan was halted, or another node has taken it over; the current message is undone. */
public final class PlanLeaseLost extends SemelException {

  @Serial private static final long serialVersionUID = 1L;

  public PlanLeaseLost(long plan) {
    super(
        Code.PLAN_TURN_LOST,
        "Plan "
            + plan
            + " was halted or taken over while a message was being replayed; that message is undone, and"
            + " waits.");
  }
}
