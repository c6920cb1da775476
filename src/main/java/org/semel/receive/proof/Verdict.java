// SPDX-License-Identifier: Apache-2.0
package org.semel.receive.proof;

import java.util.List;

/** What the start-up proof came to. */
public sealed interface Verdict {

  /** The consumer may receive. */
  record Proven() implements Verdict {}

  /**
   * The consumer must not receive.
   *
   * @param refusals all that was found, at least one
   */
  record Refused(List<Refusal> refusals) implements Verdict {}

  /**
   * Broker or database is away; nothing can be said yet.
   *
   * @param cause what could not be reached
   */
  record Unavailable(Throwable cause) implements Verdict {}
}
