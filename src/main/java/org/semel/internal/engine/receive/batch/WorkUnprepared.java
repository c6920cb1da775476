// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.batch;

import java.io.Serial;
import java.util.Objects;
import java.util.stream.Stream;
import org.semel.Code;
import org.semel.SemelException;

/**
 * The database cannot prepare what a route did, and can commit it by itself. It says so of what was
 * done, and not of a message: it quotes none.
 */
final class WorkUnprepared extends SemelException {

  @Serial private static final long serialVersionUID = 1L;

  private static final int MOST_CAUSES = 20;

  WorkUnprepared(String consumer, Throwable cause) {
    super(
        Code.WORK_UNPREPARED,
        ("Consumer %1$s: the database cannot prepare what the route does (%2$s). It commits such messages by itself when they"
                + " come again, each alone: every one is handled twice. Set semel.consumer.%1$s.protocol=ack-after-commit,"
                + " or leave that out of the route.")
            .formatted(consumer, first(cause)),
        cause);
  }

  private static String first(Throwable cause) {
    return Stream.iterate(cause, Objects::nonNull, Throwable::getCause)
        .limit(MOST_CAUSES)
        .reduce((outer, inner) -> inner)
        .map(Throwable::getMessage)
        .orElse("");
  }
}
