// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.doctor;

import java.util.List;
import java.util.function.Supplier;
import org.semel.operations.node.Diagnosis.Observation;

/** Checks that identities are remembered for as long as their messages can come back. */
public final class RetentionCheck implements DoctorCheck {

  private final Supplier<List<ConsumerMemory>> memories;

  public RetentionCheck(Supplier<List<ConsumerMemory>> memories) {
    this.memories = memories;
  }

  @Override
  public String subject() {
    return "Retention against the replay horizon";
  }

  @Override
  public List<Observation> observe() {
    return memories.get().stream().map(RetentionCheck::of).toList();
  }

  private static Observation of(ConsumerMemory memory) {
    Symptom symptom =
        memory.remembered().compareTo(memory.horizon()) < 0
            ? Symptom.RETENTION_SHORT
            : Symptom.PASSED;
    return symptom.observed(
        memory.consumer(),
        "The database remembers its identities for %s; its messages can come back for %s.%s"
            .formatted(
                Spans.spelled(memory.remembered()),
                Spans.spelled(memory.horizon()),
                other(memory)));
  }

  private static String other(ConsumerMemory memory) {
    return memory.remembered().equals(memory.configured())
        ? ""
        : " This node is configured for " + Spans.spelled(memory.configured()) + ".";
  }
}
