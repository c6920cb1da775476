// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.proof;

import java.util.List;
import java.util.function.Supplier;
import org.semel.internal.desk.watch.log.OperatorLog;
import org.semel.internal.engine.receive.proof.Inspection;
import org.semel.internal.engine.receive.proof.Refusal;

/** Warns of what it is given, at the first inspection that finds anything; refuses nothing. */
final class ToldOnce implements Inspection {

  private final Supplier<List<Refusal>> hints;
  private boolean told;

  ToldOnce(Supplier<List<Refusal>> hints) {
    this.hints = hints;
  }

  @Override
  public synchronized List<Refusal> refusals() {
    if (!told) {
      told = true; // a look that fails is not repeated
      List<Refusal> found = hints.get();
      found.forEach(hint -> OperatorLog.warn(hint.code(), "%s %s", hint.finding(), hint.remedy()));
      told = !found.isEmpty();
    }
    return List.of();
  }
}
