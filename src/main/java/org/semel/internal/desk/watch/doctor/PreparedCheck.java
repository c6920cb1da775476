// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.semel.operations.node.Diagnosis.Observation;

/** Checks that no transactions are in doubt, as far as the database knows. */
public final class PreparedCheck implements DoctorCheck {

  /** What is prepared for so long is not about to commit. */
  static final Duration IN_DOUBT = Duration.ofMinutes(2);

  private static final int MOST_PERCENT = 80;

  private final Supplier<PreparedBacklog> prepared;

  public PreparedCheck(Supplier<PreparedBacklog> prepared) {
    this.prepared = prepared;
  }

  @Override
  public String subject() {
    return "Prepared transactions";
  }

  @Override
  public List<Observation> observe() {
    PreparedBacklog now = prepared.get();
    String count =
        "%s prepared in this database, the oldest for %s; %s of %s places are taken."
            .formatted(now.here(), Spans.spelled(now.oldest()), now.everywhere(), now.places());
    return List.of(symptom(now).observed(count));
  }

  private static Symptom symptom(PreparedBacklog now) {
    if (now.oldest().compareTo(IN_DOUBT) >= 0) {
      return Symptom.IN_DOUBT;
    }
    return now.everywhere() * 100L >= now.places() * (long) MOST_PERCENT && now.places() > 0
        ? Symptom.PREPARED_FULL
        : Symptom.PASSED;
  }
}
