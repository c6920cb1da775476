// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.io.Serial;
import java.util.List;
import java.util.stream.Collectors;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.engine.receive.proof.Refusal;

/** Nothing starts, because a route would break the promise. Lists every finding. */
final class StartRefused extends SemelException {

  @Serial private static final long serialVersionUID = 1L;

  StartRefused(List<Refusal> refusals) {
    super(
        Code.START_REFUSED,
        "Nothing was started, so that no message is lost or doubled:"
            + refusals.stream()
                .map(Refusal::toString)
                .collect(Collectors.joining("\n  ", "\n  ", "")));
  }
}
