// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The provider's name for the effect: an order number, the URL of what was created, a message id.
 * Evidence, never a key of ours.
 *
 * @param text not blank, at most {@value #MOST} characters
 */
public record ProviderReference(String text) {

  private static final int MOST = 500;

  public ProviderReference {
    if (text.isBlank() || text.length() > MOST) {
      throw new IllegalArgumentException(
          "a provider's reference has 1 to " + MOST + " characters, and not only spaces");
    }
  }

  /** As a provider gave it: what is too long is cut; empty if there is nothing to keep. */
  public static Optional<ProviderReference> of(@Nullable String given) {
    return given == null || given.isBlank()
        ? Optional.empty()
        : Optional.of(new ProviderReference(cut(given.strip())));
  }

  private static String cut(String text) {
    return text.length() > MOST ? text.substring(0, MOST) : text;
  }

  @Override
  public String toString() {
    return text;
  }
}
