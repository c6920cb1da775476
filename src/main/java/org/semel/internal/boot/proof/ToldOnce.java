// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.proof;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.semel.internal.desk.watch.log.OperatorLog;
import org.semel.internal.engine.receive.proof.Inspection;
import org.semel.internal.engine.receive.proof.Refusal;

/** Warns of what it is given at the first inspection, and refuses nothing. */
final class ToldOnce implements Inspection {

  private final Supplier<List<Refusal>> hints;
  private final AtomicBoolean told = new AtomicBoolean();

  ToldOnce(Supplier<List<Refusal>> hints) {
    this.hints = hints;
  }

  @Override
  public List<Refusal> refusals() {
    if (!told.getAndSet(true)) {
      hints
          .get()
          .forEach(hint -> OperatorLog.warn(hint.code(), "%s %s", hint.finding(), hint.remedy()));
    }
    return List.of();
  }
}
