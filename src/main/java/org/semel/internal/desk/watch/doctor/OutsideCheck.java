// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.semel.internal.desk.operate.indoubt.OutsideView;
import org.semel.operations.indoubt.ResourceSight;
import org.semel.operations.node.Diagnosis.Observation;

/** Checks that brokers and the transaction log hold nothing in doubt, as this node sees them. */
public final class OutsideCheck implements DoctorCheck {

  private final Supplier<OutsideView> outside;

  /**
   * Looks at what a node has seen last.
   *
   * @param outside what that is
   */
  public OutsideCheck(Supplier<OutsideView> outside) {
    this.outside = outside;
  }

  @Override
  public String subject() {
    return "What brokers and the transaction log hold in doubt";
  }

  @Override
  public List<Observation> observe() {
    OutsideView seen = outside.get();
    List<Observation> all = new ArrayList<>();
    seen.brokers().stream()
        .filter(each -> !each.isSeen())
        .map(OutsideCheck::hidden)
        .forEach(all::add);
    if (seen.seesABroker()) {
      all.add(told("prepared at the brokers of this node's consumers", seen.atBrokers().values()));
    }
    all.add(
        seen.log().isSeen()
            ? told("decided and not ended in this node's transaction log", seen.inLog().values())
            : hidden(seen.log()));
    return all;
  }

  private static Observation hidden(ResourceSight resource) {
    return Symptom.UNSEEN.observed(
        resource.name(),
        "What is in doubt there cannot be seen: " + resource.why().orElse("?") + ".");
  }

  private static Observation told(String where, Collection<Duration> ages) {
    Duration oldest = ages.stream().max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    Symptom symptom =
        oldest.compareTo(PreparedCheck.IN_DOUBT) >= 0 ? Symptom.IN_DOUBT : Symptom.PASSED;
    return symptom.observed(
        "%s transactions are %s; this node has seen the oldest for %s."
            .formatted(ages.size(), where, Spans.spelled(oldest)));
  }
}
