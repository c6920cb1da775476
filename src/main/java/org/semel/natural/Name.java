// SPDX-License-Identifier: Apache-2.0
package org.semel.natural;

import java.util.regex.Pattern;

/** Names of tables and columns, which cannot be parameters of a SQL statement. */
final class Name {

  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}(\\.[A-Za-z_][A-Za-z0-9_]{0,62})?");

  private Name() {}

  /**
   * {@code name}, if it can be used in SQL as it is.
   *
   * @throws IllegalArgumentException if it holds anything but letters, digits and underscores
   */
  static String checked(String name) {
    if (!PLAIN.matcher(name).matches()) {
      throw new IllegalArgumentException(
          name + " is not a plain name of a table or column; use letters, digits and underscores");
    }
    return name;
  }
}
