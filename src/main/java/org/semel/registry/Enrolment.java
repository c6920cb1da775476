// SPDX-License-Identifier: Apache-2.0
package org.semel.registry;

import java.util.ArrayList;
import java.util.List;
import org.semel.Code;
import org.semel.receive.proof.Refusal;

/**
 * What a consumer must be told before it receives: that its name stands for something else in the
 * database, or that messages wait there which its policy does not work off. In the caller's
 * transaction, which commits.
 */
public final class Enrolment {

  private final Registry registry;

  public Enrolment(Registry registry) {
    this.registry = registry;
  }

  /**
   * How the policy works off what waits in the database.
   *
   * @param stored whether it works off what is stored first
   * @param ordered whether it releases what waits for a version
   * @param acceptedChange the change that the policy accepts; blank for none
   */
  public record Terms(boolean stored, boolean ordered, String acceptedChange) {}

  /** Registers the consumer, unless something speaks against it. */
  public List<Refusal> enrol(Registration wanted, Terms terms) {
    List<Refusal> refusals = new ArrayList<>(leftBehind(wanted.consumer(), terms));
    Registration standing = registry.enrol(wanted);
    if (!standing.equals(wanted)) {
      String change = standing.changeTo(wanted);
      if (!change.equals(terms.acceptedChange())) {
        refusals.add(otherwise(standing, wanted, change));
      } else if (refusals.isEmpty()) {
        registry.change(wanted);
      }
    }
    return refusals;
  }

  private static Refusal otherwise(Registration standing, Registration wanted, String change) {
    return new Refusal(
        Code.REGISTERED_OTHERWISE,
        "The name "
            + wanted.consumer()
            + " is registered otherwise: "
            + String.join(", ", wanted.differences(standing))
            + ".",
        "Give this consumer another name, or, if the change is meant, set semel.consumer."
            + wanted.consumer()
            + ".accept-change="
            + change
            + " on all nodes and read docs/changes.md first.");
  }

  private List<Refusal> leftBehind(String consumer, Terms terms) {
    Registry.LeftBehind waiting = registry.waiting(consumer);
    List<Refusal> refusals = new ArrayList<>();
    if (!terms.stored() && waiting.stored() > 0) {
      refusals.add(
          left(
              waiting.stored() + " stored messages of consumer " + consumer + " wait",
              "protocol=store-first"));
    }
    if (!terms.ordered() && waiting.held() > 0) {
      refusals.add(
          left(
              waiting.held() + " messages of consumer " + consumer + " wait for earlier versions",
              "aggregate and version"));
    }
    return refusals;
  }

  private static Refusal left(String what, String policy) {
    return new Refusal(
        Code.ROWS_LEFT_BEHIND,
        what + ", and nothing in this policy works them off: duplicates of them would be absorbed.",
        "Let them end with " + policy + " first (docs/changes.md).");
  }
}
