// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.boot.config.key;

import org.eclipse.microprofile.config.Config;

/**
 * One key of the configuration. The reader and the reference page both use it.
 *
 * @param name the last part of the key
 * @param fallback the default, as a user would write it; blank for none
 * @param values the allowed values, and their parser
 * @param yaml where a policy file has it: section and name, with a dot between; blank for nowhere
 * @param meaning a sentence or two for the reference page
 */
public record ConfigKey<T>(
    String name, String fallback, ValueType<T> values, String yaml, String meaning) {

  /** Its value in {@code config} under its full name. */
  public ConfiguredValue in(Config config, String fullName) {
    return values.notation().read(config, fullName);
  }

  /** Whether a blank value is valid: an empty list, or a blank default. */
  public boolean mayBeBlank() {
    return fallback.isEmpty() || values.notation() == Notation.LIST;
  }
}
