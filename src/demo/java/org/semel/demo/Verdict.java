// SPDX-License-Identifier: Apache-2.0
package org.semel.demo;

import java.util.List;
import java.util.StringJoiner;

/**
 * What came of the job, in words.
 *
 * @param faults what does not add up; empty if all does
 * @param speed what the machine can do
 */
record Verdict(Figures figures, List<String> faults, Pace pace, Speed speed) {

  /**
   * For people.
   *
   * @param requests how often the provider was asked
   */
  String words(long requests) {
    StringJoiner words = new StringJoiner("\n");
    words.add(pace.words());
    words.add(
        "             At full speed this machine did %,d a second, as measured above.\n"
            .formatted(speed.perSecond()));
    words.add(deliveries(requests));
    if (pace.recovery().kills() > 0) {
      words.add(kills());
    }
    faults.forEach(fault -> words.add("DOES NOT ADD UP  " + fault));
    if (faults.isEmpty()) {
      words.add(nothingLost());
    }
    return words.add("").toString();
  }

  private String deliveries(long requests) {
    return """
        The broker handed out %,d deliveries of %,d messages: %,d reservations, and %,d deliveries absorbed.
        %,d confirmations were recorded with the reservations and sent afterwards; the provider was asked %,d times
        and saw %,d different keys."""
        .formatted(
            figures.deliveries(),
            figures.messages(),
            figures.effects(),
            figures.duplicates(),
            figures.intents(),
            requests,
            figures.providerEffects());
  }

  private String kills() {
    Recovery recovery = pace.recovery();
    return "%d x kill -9: of what PostgreSQL had prepared, recovery committed %d and rolled back %d; %d in doubt now."
        .formatted(
            recovery.kills(), recovery.committed(), recovery.rolledBack(), figures.inDoubt());
  }

  private String nothingLost() {
    return figures.parked() == 0
        ? "Nothing was lost, nothing doubled: %,d different messages, %,d reservations, quantity %,d as in the input."
            .formatted(figures.messages(), figures.effects(), figures.quantity())
        : "Nothing was lost: %,d different messages, %,d reservations, %,d messages parked for a person."
            .formatted(figures.messages(), figures.effects(), figures.parked());
  }
}
