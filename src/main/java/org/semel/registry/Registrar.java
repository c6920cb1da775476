// SPDX-License-Identifier: Apache-2.0
package org.semel.registry;

import java.util.List;
import org.semel.Code;
import org.semel.receive.proof.Refusal;

/**
 * Registers consumers, unless their names stand for something else. In the caller's transaction,
 * which must not commit if there is a refusal.
 */
public final class Registrar {

  private final Registry registry;

  public Registrar(Registry registry) {
    this.registry = registry;
  }

  /**
   * Registers {@code wanted}, unless something speaks against it.
   *
   * @param acceptedChange the change that is meant, by its word; blank for none
   * @return what speaks against it
   */
  public List<Refusal> register(Registration wanted, String acceptedChange) {
    Registration standing = registry.register(wanted);
    if (standing.equals(wanted)) {
      return List.of();
    }
    String change = standing.changeTo(wanted);
    if (!change.equals(acceptedChange)) {
      return List.of(otherwise(standing, wanted, change));
    }
    registry.change(wanted);
    return List.of();
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
}
