// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.parked;

import java.util.Optional;
import org.semel.internal.desk.operate.parked.ParkedCases.Hold;
import org.semel.internal.desk.operate.parked.ParkedCases.Hold.Locked;
import org.semel.internal.desk.operate.replay.ReplaySource;
import org.semel.internal.desk.operate.replay.ReplayableMessage;
import org.semel.internal.engine.receive.Replayer.HandedIn;
import org.semel.internal.engine.receive.claim.Failure;
import org.semel.message.ParkingReason;
import org.semel.operations.AuditEntry.Act;
import org.semel.operations.ParkedCase;
import org.semel.operations.ParkedCase.ParkedState;
import org.semel.operations.ReleaseResult;
import org.semel.operations.RowVersion;

/** Parked messages, with the claims that they keep. */
public final class ParkedReplaySource implements ReplaySource {

  private final ParkedCases cases;

  public ParkedReplaySource(ParkedCases cases) {
    this.cases = cases;
  }

  @Override
  public Act act() {
    return Act.RELEASE;
  }

  @Override
  public Optional<MessageOwner> find(long id) {
    return cases.show(id, 0).map(found -> new MessageOwner(found.consumer(), found.audited()));
  }

  @Override
  public Taken take(long id, RowVersion seen) {
    Hold hold = cases.hold(id, seen);
    if (!(hold instanceof Locked held)) {
      return new Taken.Not(notHeld(hold));
    }
    ParkedCase waiting = held.waiting();
    if (!waiting.keptItsBody()) {
      return new Taken.Not(
          new ReleaseResult.Refused(
              waiting.cause().reason(), "what is kept is evidence, not the body that came"));
    }
    if (cases.tellsOfAGap(waiting)) {
      return new Taken.Not(
          new ReleaseResult.Refused(
              ParkingReason.GAP,
              "it tells of a gap, and waits for the versions before it to take effect"));
    }
    cases.freeClaim(waiting);
    return new Taken.Ready(replayable(waiting));
  }

  @Override
  public Optional<ReleaseResult> settle(long id) {
    cases.settle(id, ParkedState.RELEASED);
    return Optional.empty();
  }

  @Override
  public void fail(long id, Failure failure) {
    cases.failed(id, failure);
  }

  private static ReplayableMessage replayable(ParkedCase found) {
    HandedIn one = new HandedIn(found.consumer(), found.message(), found.evidence().holdsClaim());
    return new ReplayableMessage(Act.RELEASE, one, found.audited());
  }

  private static ReleaseResult notHeld(Hold hold) {
    if (hold instanceof Hold.AlreadySettled settled) {
      return new ReleaseResult.AlreadySettled(settled.state());
    }
    if (hold instanceof Hold.Changed) {
      return new ReleaseResult.Changed();
    }
    return hold instanceof Hold.Busy ? new ReleaseResult.Busy() : new ReleaseResult.NotFound();
  }
}
