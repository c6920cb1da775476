// SPDX-License-Identifier: Apache-2.0
package org.semel.fake;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.semel.internal.engine.receive.claim.RouteProgress;
import org.semel.internal.engine.receive.rows.InboxStage;
import org.semel.internal.engine.receive.rows.LeasedMessage;
import org.semel.internal.engine.receive.rows.Versions.Place;
import org.semel.message.Identity;
import org.semel.operations.Underway;

/** Where messages in memory stand that were taken off the broker. */
public record InMemoryUnderway(InMemoryStoredMessages stored, InMemoryVersions versions) {

  /** Where {@code identity} stands. */
  public Underway of(Identity identity) {
    return new Underway(
        stored.find(identity).map(found -> stored(found.leased().history(), found.stage())),
        versions.waiting(identity.consumer()).values().stream()
            .filter(waiting -> waiting.offer().identity().equals(identity))
            .map(waiting -> InMemoryUnderway.held(waiting.place()))
            .findFirst());
  }

  boolean isParked(Identity identity) {
    return stored.find(identity).filter(found -> found.stage() == InboxStage.PARKED).isPresent();
  }

  /** Whether there was a stored message of it that has ended. */
  boolean forget(Identity identity) {
    return stored.forget(identity);
  }

  private static Underway.Stored stored(LeasedMessage.AttemptHistory history, InboxStage stage) {
    Optional<String> step = history.progress().map(RouteProgress::step);
    return new Underway.Stored(
        Underway.Stage.valueOf(stage.name()),
        history.failures(),
        history.lapses(),
        step,
        Instant.EPOCH);
  }

  private static Underway.Held held(Place place) {
    return new Underway.Held(place.aggregate(), place.version(), 0, Instant.EPOCH);
  }

  /** A consumer and a state for each that waits. */
  List<List<String>> piles() {
    List<List<String>> piles = new ArrayList<>();
    stored.stages().entrySet().stream()
        .filter(
            row -> row.getValue() != InboxStage.COMPLETED && row.getValue() != InboxStage.PARKED)
        .forEach(row -> piles.add(List.of(row.getKey().consumer(), row.getValue().name())));
    for (String consumer : versions.consumers()) {
      versions.waiting(consumer).keySet().forEach(place -> piles.add(List.of(consumer, "HELD")));
      versions
          .open(consumer, Integer.MAX_VALUE)
          .forEach(gap -> piles.add(List.of(consumer, "GAP_OPEN")));
    }
    return piles;
  }
}
