// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.web;

import org.semel.Code;
import org.semel.internal.desk.watch.log.OperatorLog;
import org.semel.internal.desk.web.rest.RestListener;

/** Writes what the REST API cannot answer. */
public final class RestLog implements RestListener {

  private final Runnable refusals;

  /**
   * Beside a count.
   *
   * @param refusals is run for each refusal for want of a role
   */
  public RestLog(Runnable refusals) {
    this.refusals = refusals;
  }

  @Override
  public void refused() {
    refusals.run();
  }

  @Override
  public void answerNotKept(RuntimeException cause) {
    OperatorLog.warn(
        Code.ANSWER_NOT_KEPT,
        "The answer to an act could not be kept: %s. The act holds, and its caller was told; a repeat under the"
            + " same Idempotency-Key is refused.",
        cause);
  }

  @Override
  public void failed(String target, Exception cause) {
    OperatorLog.warn(Code.API_FAILED, "A request to %s failed: %s.", target, cause);
    OperatorLog.debug(cause);
  }
}
