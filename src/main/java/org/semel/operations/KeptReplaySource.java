// SPDX-License-Identifier: Apache-2.0
package org.semel.operations;

import java.util.Optional;
import org.semel.internal.claim.Failure;
import org.semel.operations.AuditEntry.Subject;

/** Messages that took effect and were kept; nothing becomes of them by being replayed. */
final class KeptReplaySource implements ReplaySource {

  private final KeptMessages keepsakes;

  KeptReplaySource(KeptMessages keepsakes) {
    this.keepsakes = keepsakes;
  }

  @Override
  public Act act() {
    return Act.REPLAY;
  }

  @Override
  public Optional<ReplayableMessage> find(long id) {
    return keepsakes
        .find(id)
        .map(
            kept ->
                new ReplayableMessage(
                    kept.identity().consumer(),
                    kept.message(),
                    new Subject("kept " + id, Optional.of(kept.identity()))));
  }

  @Override
  public Taken take(long id) {
    return find(id)
        .<Taken>map(Taken.Ready::new)
        .orElseGet(() -> new Taken.Not(new ReleaseResult.Absent()));
  }

  @Override
  public void settle(long id) {}

  @Override
  public void fail(long id, Failure failure) {}
}
