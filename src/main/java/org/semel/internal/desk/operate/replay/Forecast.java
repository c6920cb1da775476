// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.replay;

import org.semel.internal.engine.receive.Receipt;
import org.semel.message.ParkingReason;
import org.semel.operations.ReleaseResult;

/** The forecast for a message that is handed to its consumer again, if no route fails. */
public enum Forecast {
  /** It would go through the route. */
  FRESH,
  /** It took effect before, or is as old as its aggregate or older. */
  ABSORBED,
  /** It took effect before with another body. */
  CONFLICTING,
  /** A version before it is missing. */
  EARLY,
  /** It would be refused. */
  REFUSED,
  /** It was released or withdrawn before. */
  GONE,
  /** Another transaction holds it or its identity. */
  BUSY;

  /** Every receipt there is. */
  static Forecast of(Receipt receipt) {
    if (receipt instanceof Receipt.Processed || receipt instanceof Receipt.Deferred) {
      return FRESH;
    }
    if (receipt instanceof Receipt.Duplicate || receipt instanceof Receipt.Ignored) {
      return ABSORBED;
    }
    if (receipt instanceof Receipt.Parked parked) {
      return parked.parked().verdict().reason().equals(ParkingReason.CONFLICT)
          ? CONFLICTING
          : REFUSED;
    }
    return EARLY;
  }

  /** Of a message that its source does not give out. */
  static Forecast of(ReleaseResult answer) {
    if (answer instanceof ReleaseResult.Busy) {
      return BUSY;
    }
    if (answer instanceof ReleaseResult.Refused refused) {
      return refused.reason().equals(ParkingReason.GAP) ? EARLY : REFUSED;
    }
    return GONE;
  }
}
