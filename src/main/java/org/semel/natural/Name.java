// SPDX-License-Identifier: Apache-2.0
package org.semel.natural;

import java.util.regex.Pattern;

/** The names of tables and columns, which no placeholder of SQL can stand for. */
final class Name {

  private static final Pattern PLAIN =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}(\\.[A-Za-z_][A-Za-z0-9_]{0,62})?");

  private Name() {}

  /**
   * {@code name}, if it is one that can stand in SQL as it is.
   *
   * @throws IllegalArgumentException if it holds anything but letters, digits and underscores
   */
  static String checked(String name) {
    if (!PLAIN.matcher(name).matches()) {
      throw new IllegalArgumentException(
          name + " is no plain name of a table or a column, and would become part of a statement");
    }
    return name;
  }
}
