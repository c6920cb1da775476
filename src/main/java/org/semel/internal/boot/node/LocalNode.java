// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.node;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.semel.internal.desk.watch.DestinationStates;
import org.semel.internal.engine.receive.batch.ConsumerStates;
import org.semel.operations.node.ConsumerStatus;
import org.semel.operations.node.DestinationStatus;
import org.semel.operations.node.Diagnosis;
import org.semel.operations.node.Node;

/** This node, as its consumers and relays report. Safe for any thread. */
public final class LocalNode implements Node {

  private final String name;
  private final ConsumerStates consumers;
  private final DestinationStates destinations;
  private final Function<BooleanSupplier, Diagnosis> doctor;

  /**
   * The node of this name.
   *
   * @param consumers hear what consumers do
   * @param destinations hear what relays do
   * @param doctor examines it, for as long as its argument says that this is wanted
   */
  public LocalNode(
      String name,
      ConsumerStates consumers,
      DestinationStates destinations,
      Function<BooleanSupplier, Diagnosis> doctor) {
    this.name = name;
    this.consumers = consumers;
    this.destinations = destinations;
    this.doctor = doctor;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<ConsumerStatus> consumers() {
    return consumers.statuses();
  }

  @Override
  public List<DestinationStatus> destinations() {
    return destinations.statuses();
  }

  @Override
  public Diagnosis examine() {
    return examine(() -> true);
  }

  /** The same, for as long as it is wanted. */
  Diagnosis examine(BooleanSupplier wanted) {
    return doctor.apply(wanted);
  }
}
