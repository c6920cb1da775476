// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive;

import java.io.Serial;
import java.util.List;
import java.util.stream.Collectors;
import org.semel.Code;
import org.semel.SemelException;
import org.semel.internal.engine.receive.proof.Refusal;

/**
 * A consumer does not start, because the start-up proof found what would break the promise. Lists
 * everything that was found.
 */
public final class ConsumerRefused extends SemelException {

  @Serial private static final long serialVersionUID = 1L;

  private final transient List<Refusal> refusals;

  public ConsumerRefused(String consumer, List<Refusal> refusals) {
    super(
        Code.CONSUMER_REFUSED,
        "Consumer "
            + consumer
            + " does not start, so that no message is lost or doubled:"
            + refusals.stream()
                .map(Object::toString)
                .collect(Collectors.joining("\n  ", "\n  ", "")));
    this.refusals = List.copyOf(refusals);
  }

  public List<Refusal> refusals() {
    return refusals;
  }
}
