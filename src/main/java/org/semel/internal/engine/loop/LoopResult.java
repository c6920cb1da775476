// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.loop;

import java.time.Duration;

/** The result of a step of a {@link Loop}. */
public sealed interface LoopResult {

  /**
   * Well.
   *
   * @param rest how long to rest unless woken
   */
  record Succeeded(Duration rest) implements LoopResult {}

  /**
   * It shows neither that something is away nor that it is there again.
   *
   * @param rest how long to rest unless woken
   */
  record Inconclusive(Duration rest) implements LoopResult {}

  /** It failed as a whole, by an outage or a defect; no attempt is counted. */
  record Interrupted(Throwable cause) implements LoopResult {}
}
