// SPDX-License-Identifier: Apache-2.0
package org.semel.fake;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.semel.internal.desk.operate.Backlog;
import org.semel.operations.BacklogCount;

/** What waits in memory. */
public final class InMemoryBacklog implements Backlog {

  private final InMemoryParking parking;
  private final InMemoryAttempts attempts;
  private final InMemoryIntents intents;
  private final InMemoryUnderway underway;

  public InMemoryBacklog(
      InMemoryParking parking,
      InMemoryAttempts attempts,
      InMemoryIntents intents,
      InMemoryUnderway underway) {
    this.parking = parking;
    this.attempts = attempts;
    this.intents = intents;
    this.underway = underway;
  }

  @Override
  public List<BacklogCount> messages() {
    return piles(
        Stream.of(
                parking.rows().stream()
                    .map(parked -> List.of(parked.consumer(), parked.verdict().reason().name())),
                attempts.failing().stream()
                    .map(identity -> List.of(identity.consumer(), "RETRYING")),
                underway.piles().stream())
            .flatMap(Function.identity()));
  }

  @Override
  public List<BacklogCount> intents() {
    return piles(
        intents.recorded().stream()
            .map(intent -> List.of(intent.address().destination().name(), intents.state(intent)))
            .filter(pile -> List.of("pending", "leased", "parked").contains(pile.get(1))));
  }

  private static List<BacklogCount> piles(Stream<List<String>> rows) {
    Map<List<String>, Long> counts =
        rows.collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    return counts.entrySet().stream()
        .map(
            pile ->
                new BacklogCount(
                    pile.getKey().get(0), pile.getKey().get(1), pile.getValue(), Duration.ZERO))
        .sorted(Comparator.comparing(BacklogCount::owner).thenComparing(BacklogCount::state))
        .toList();
  }
}
