// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.edge.camel.provider;

import java.io.Serial;
import org.semel.Code;
import org.semel.SemelException;

/** A request of a delivery that Semel does not let go. */
final class RequestWithheld extends SemelException {

  @Serial private static final long serialVersionUID = 1L;

  /**
   * Nothing was sent by it.
   *
   * @param why the end of a sentence about the request
   * @param remedy a sentence
   */
  RequestWithheld(String why, String remedy) {
    super(
        Code.REQUEST_WITHHELD,
        "A request that delivers an intent " + why + "; nothing was sent. " + remedy);
  }
}
