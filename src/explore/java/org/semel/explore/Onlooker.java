// SPDX-License-Identifier: Apache-2.0
package org.semel.explore;

import java.util.List;
import org.semel.operations.BacklogCount;
import org.semel.operations.Operations;
import org.semel.operations.ParkedCase;
import org.semel.operations.node.ConsumerStatus;
import org.semel.operations.node.DestinationStatus;

/**
 * A person who looks at what waits before each act: all views show what is there, and none fails.
 */
final class Onlooker {

  /** More than that are not looked up, one by one. */
  private static final int SOME = 5;

  private static final String PARKED =
      "SELECT count(*) FROM semel_parked WHERE consumer = ? AND state = 'parked'";

  private final Operations shown;
  private final Looks looks;

  Onlooker(Operations shown, Looks looks) {
    this.shown = shown;
    this.looks = looks;
  }

  /**
   * Looks at a case's consumer.
   *
   * @param name under which it began
   */
  void looks(String consumer, String name) {
    if (shown.node().consumers().stream().map(ConsumerStatus::name).noneMatch(consumer::equals)) {
      throw new IllegalStateException("no view shows the consumer");
    }
    List<String> unused =
        shown.node().destinations().stream().map(DestinationStatus::toString).toList();
    List<ParkedCase> parked = shown.parked().waiting(consumer, 0, Integer.MAX_VALUE);
    long counted = looks.number(PARKED, name);
    if (parked.size() != counted) {
      throw new IllegalStateException(
          "a view shows %d that are parked of %d".formatted(parked.size(), counted));
    }
    parked.stream()
        .limit(SOME)
        .flatMap(one -> one.evidence().identity().stream())
        .forEach(
            identity -> {
              if (shown.find(identity.key(), List.of(consumer)).identities().isEmpty()) {
                throw new IllegalStateException("no view finds " + identity);
              }
              shown.identities().dossier(identity);
            });
    List<BacklogCount> intents = shown.waitingIntents();
    if (intents.stream().anyMatch(count -> count.rows() < 1)) {
      throw new IllegalStateException("a view counts what is not there");
    }
  }
}
