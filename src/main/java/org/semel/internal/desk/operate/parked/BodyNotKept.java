// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.parked;

import java.io.Serial;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.engine.receive.Arrival;

/**
 * No more than evidence of a dead letter's body could be parked, which no one could release, while
 * its receipt would end the only whole copy. It is left with the broker.
 */
final class BodyNotKept extends SemelException {

  @Serial private static final long serialVersionUID = 1L;

  BodyNotKept(String consumer, Arrival.Refused refused) {
    super(
        Code.ACT_NOT_POSSIBLE,
        "A dead letter is left with the broker, as only evidence of its body could be parked ("
            + refused.verdict().reason()
            + ", id "
            + refused.message().origin().messageId()
            + "). If the body is larger than max-body of consumer "
            + consumer
            + ", raise that and take it in again; otherwise move or remove it by the broker's own"
            + " means.");
  }
}
