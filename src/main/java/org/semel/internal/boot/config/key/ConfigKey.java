// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.key;

import org.eclipse.microprofile.config.Config;

/**
 * One key of the configuration: all that is to be said of it stands here, for the reader and for
 * the reference page alike.
 *
 * @param name the last part of the key
 * @param fallback what holds if it is not set, as a user would write it; blank for nothing
 * @param values what may be written, and how it is understood
 * @param meaning a sentence or two for the reference page
 */
public record ConfigKey<T>(String name, String fallback, ValueType<T> values, String meaning) {

  /** What {@code config} says of it under its full name. */
  public ConfiguredValue in(Config config, String fullName) {
    return values.notation().read(config, fullName);
  }

  /** Whether nothing can be meant: no element of a list, or the default itself. */
  public boolean mayBeBlank() {
    return fallback.isEmpty() || values.notation() == Notation.LIST;
  }
}
