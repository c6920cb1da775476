// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.semel.operations.AuditEntry;
import org.semel.operations.AuditFilter;
import org.semel.operations.BacklogCount;
import org.semel.operations.ConsumerName;
import org.semel.operations.DeadLetterActs;
import org.semel.operations.GapActs;
import org.semel.operations.Identities;
import org.semel.operations.IntentActs;
import org.semel.operations.KeptActs;
import org.semel.operations.Operations;
import org.semel.operations.Operations.Findings;
import org.semel.operations.ParkedActs;
import org.semel.operations.PauseActs;
import org.semel.operations.PlanActs;
import org.semel.operations.StoredActs;
import org.semel.operations.indoubt.InDoubtReport;
import org.semel.operations.node.Node;

/** Operations that can be injected before Semel has started, and used once it has. */
final class StartedOperations implements Operations {

  private final Supplier<? extends Operations> started;

  /**
   * Operations that begin once Semel has started.
   *
   * @param started throws {@link IllegalStateException} before
   */
  StartedOperations(Supplier<? extends Operations> started) {
    this.started = started;
  }

  @Override
  public ParkedActs parked() {
    return started.get().parked();
  }

  @Override
  public StoredActs stored() {
    return started.get().stored();
  }

  @Override
  public KeptActs kept() {
    return started.get().kept();
  }

  @Override
  public DeadLetterActs deadLetters() {
    return started.get().deadLetters();
  }

  @Override
  public PlanActs plans() {
    return started.get().plans();
  }

  @Override
  public GapActs gaps() {
    return started.get().gaps();
  }

  @Override
  public IntentActs intents() {
    return started.get().intents();
  }

  @Override
  public PauseActs pauses() {
    return started.get().pauses();
  }

  @Override
  public Identities identities() {
    return started.get().identities();
  }

  @Override
  public List<BacklogCount> waitingMessages() {
    return started.get().waitingMessages();
  }

  @Override
  public List<BacklogCount> waitingIntents() {
    return started.get().waitingIntents();
  }

  @Override
  public Findings find(String id, Collection<String> consumers) {
    return started.get().find(id, consumers);
  }

  @Override
  public InDoubtReport inDoubt() {
    return started.get().inDoubt();
  }

  @Override
  public List<ConsumerName.Known> consumers() {
    return started.get().consumers();
  }

  @Override
  public Node node() {
    return started.get().node();
  }

  @Override
  public Set<String> running() {
    return started.get().running();
  }

  @Override
  public List<AuditEntry.Noted> audit(AuditFilter which, long before, int most) {
    return started.get().audit(which, before, most);
  }
}
