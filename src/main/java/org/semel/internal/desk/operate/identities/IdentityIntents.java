// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.operate.identities;

import static org.semel.operations.Dossier.MOST;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.semel.internal.engine.send.Destination;
import org.semel.internal.engine.send.Destinations;
import org.semel.internal.engine.send.Intent;
import org.semel.message.Body;
import org.semel.message.Headers;
import org.semel.message.Identity;
import org.semel.operations.IntentRecord;

/** Finds the intents of one identity. */
final class IdentityIntents {

  private final Records records;
  private final Destinations destinations;

  IdentityIntents(Records records, Destinations destinations) {
    this.records = records;
    this.destinations = destinations;
  }

  private static final int ORDINALS = 256;

  /** As a table sorts: what has no name comes behind what has one. */
  private static final Comparator<IntentRecord.Address> ORDER =
      Comparator.comparing(IntentRecord.Address::destination)
          .thenComparing(address -> address.name().isEmpty())
          .thenComparing(address -> address.name().orElse(""))
          .thenComparing(IntentRecord.Address::ordinal);

  /**
   * No more of them than a dossier shows.
   *
   * @param more whether there are others
   */
  record IntentPage(List<IntentRecord> intents, boolean more) {}

  /**
   * Those that are open are found whatever their keys, and come first. Those that are settled are
   * found by their keys, which follow from identity and name, so that no index is needed; a hole
   * among the ordinals, as retention leaves, hides none of the next hundreds.
   */
  IntentPage of(Identity identity) {
    Map<UUID, IntentRecord> found = new LinkedHashMap<>();
    records.openIntents(identity, MOST + 1).forEach(intent -> found.put(intent.key(), intent));
    for (Destination destination : destinations.all()) {
      byKeys(identity, new Intent.Address(destination, 0), found);
      for (String name : destinations.names(destination)) {
        byKeys(identity, new Intent.Address(destination, 0).named(name), found);
      }
    }
    List<IntentRecord> shown =
        found.values().stream()
            .limit(MOST)
            .sorted(Comparator.comparing(IntentRecord::address, ORDER))
            .toList();
    return new IntentPage(shown, found.size() > MOST);
  }

  private void byKeys(Identity identity, Intent.Address line, Map<UUID, IntentRecord> found) {
    boolean more = found.size() <= MOST;
    for (int first = 0; more; first += ORDINALS) {
      List<IntentRecord> page = records.intents(keys(identity, line, first));
      page.forEach(intent -> found.putIfAbsent(intent.key(), intent));
      more = !page.isEmpty() && found.size() <= MOST;
    }
  }

  private static List<UUID> keys(Identity identity, Intent.Address line, int first) {
    return IntStream.range(first, first + ORDINALS)
        .mapToObj(
            ordinal ->
                new Intent.Address(line.destination(), ordinal, line.orderKey(), line.name()))
        .map(address -> new Intent(identity, address, Headers.none(), Body.none()).key())
        .toList();
  }
}
