// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.kept;

import java.util.Optional;
import org.semel.internal.desk.operate.replay.ReplaySource;
import org.semel.internal.desk.operate.replay.ReplayableMessage;
import org.semel.internal.engine.receive.Replayer.HandedIn;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.AuditEntry.Subject;
import org.semel.operations.KeptMessage;
import org.semel.operations.ReleaseResult;
import org.semel.operations.RowVersion;

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
  public Optional<MessageOwner> find(long id) {
    return messages
        .show(id, 0)
        .map(kept -> new MessageOwner(kept.identity().consumer(), audited(id, kept)));
  }

  /** What is kept does not change; it is there, or forgotten. */
  @Override
  public Taken take(long id, RowVersion seen) {
    return messages
        .find(id)
        .map(
            kept ->
                new ReplayableMessage(
                    act(),
                    new HandedIn(kept.identity().consumer(), kept.message()),
                    audited(id, kept)))
        .<Taken>map(Taken.Ready::new)
        .orElseGet(() -> new Taken.Not(new ReleaseResult.NotFound()));
  }

  private static Subject audited(long id, KeptMessage kept) {
    return new Subject("kept " + id, Optional.of(kept.identity()));
  }

  /**
   * Its claim is made by now. Before that retention may have forgotten the identity, though it had
   * not when the message was taken; then the message is too old by now. Or somebody has erased it.
   */
  @Override
  public Optional<ReleaseResult> settle(long id) {
    return messages.show(id, 0).isPresent()
        ? Optional.empty()
        : Optional.of(new ReleaseResult.NotFound());
  }

  @Override
  public void fail(long id, Failure failure) {}
}
