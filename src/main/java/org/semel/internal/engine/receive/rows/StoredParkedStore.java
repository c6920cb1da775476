// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.receive.rows;

import java.util.List;
import java.util.stream.Stream;
import org.semel.internal.engine.receive.claim.ParkedMessage;
import org.semel.internal.engine.receive.claim.ParkedStore;
import org.semel.internal.engine.receive.rows.StoredMessages.Move;

/**
 * Parks messages that were stored first and waited for their version since. Their stored rows are
 * completed, as the messages were handed on. From now on the rows wait for a person, too, or their
 * release would be absorbed as a copy of themselves.
 */
public final class StoredParkedStore implements ParkedStore {

  private final ParkedStore parking;
  private final StoredMessages messages;

  public StoredParkedStore(ParkedStore parking, StoredMessages messages) {
    this.parking = parking;
    this.messages = messages;
  }

  @Override
  public void park(List<ParkedMessage> parked) {
    parking.park(parked);
    List<Move> refused = messages.move(parked.stream().flatMap(this::move).toList());
    if (!refused.isEmpty()) {
      throw new IllegalStateException(
          refused.size() + " locked messages could not be parked; this is a defect of Semel");
    }
  }

  /** Locks it where it is stored, if it is there still, and waits for a person from now on. */
  private Stream<Move> move(ParkedMessage parked) {
    return parked.evidence().identity().stream()
        .filter(identity -> parked.evidence().holdsClaim())
        .flatMap(identity -> messages.find(identity).stream())
        .filter(found -> found.stage() == InboxStage.COMPLETED)
        .map(found -> new Move(found.leased(), new StageChange.Refused(parked.verdict())));
  }
}
