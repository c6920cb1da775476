// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.replay;

import java.util.Optional;
import org.semel.internal.claim.Failure;
import org.semel.internal.operate.KeptMessages;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.AuditEntry.Subject;
import org.semel.operations.ReleaseResult;

/** Messages that took effect and were kept; nothing becomes of them by being replayed. */
public final class KeptReplaySource implements ReplaySource {

  private final KeptMessages messages;

  public KeptReplaySource(KeptMessages messages) {
    this.messages = messages;
  }

  @Override
  public Act act() {
    return Act.REPLAY;
  }

  @Override
  public Optional<ReplayableMessage> find(long id) {
    return messages
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
        .orElseGet(() -> new Taken.Not(new ReleaseResult.NotFound()));
  }

  @Override
  public void settle(long id) {}

  @Override
  public void fail(long id, Failure failure) {}
}
