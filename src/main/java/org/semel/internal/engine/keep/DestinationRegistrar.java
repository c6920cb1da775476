// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.keep;

import java.util.List;
import org.semel.Code;
import org.semel.internal.engine.receive.proof.Refusal;

/**
 * Registers destinations, unless another application delivers to them. In the caller's transaction,
 * which must not commit if there is a refusal.
 */
public final class DestinationRegistrar {

  private final DestinationRegistry registry;

  public DestinationRegistrar(DestinationRegistry registry) {
    this.registry = registry;
  }

  /**
   * Registers {@code wanted}, unless something speaks against it.
   *
   * @param acceptedChange the change that is meant, by its word; blank for none
   * @return what speaks against it
   */
  public List<Refusal> register(DestinationRegistration wanted, String acceptedChange) {
    DestinationRegistration standing = registry.register(wanted);
    if (standing.equals(wanted)) {
      return List.of();
    }
    String word = new RegistrationChange<>(standing, wanted).word();
    if (!word.equals(acceptedChange)) {
      return List.of(anothers(standing, wanted, word));
    }
    registry.change(wanted);
    return List.of();
  }

  private static Refusal anothers(
      DestinationRegistration standing, DestinationRegistration wanted, String word) {
    return new Refusal(
        Code.DESTINATION_REGISTERED_OTHERWISE,
        "Another application delivers what is recorded for intent:"
            + wanted.destination()
            + ": application="
            + wanted.application()
            + " instead of "
            + standing.application()
            + ".",
        "Give this destination another name, or only record for it; or, if it is to be delivered from here, set"
            + " semel.destination."
            + wanted.destination()
            + ".accept-change="
            + word
            + " on all nodes and read docs/changes.md first.");
  }
}
