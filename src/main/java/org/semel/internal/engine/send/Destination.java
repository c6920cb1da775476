// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.engine.send;

import java.util.regex.Pattern;

/**
 * The place where an intent is to take effect: the name after {@code intent:}.
 *
 * @param name letters, digits, dot, hyphen and underscore; 1 to 64 of them
 */
public record Destination(String name) {

  private static final Pattern FORM =
      Pattern.compile("(?!\\.|.*\\.\\.|.*\\.$)[A-Za-z0-9._-]{1,64}");

  public Destination {
    if (!FORM.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'"
              + name
              + "' is no name for a destination: 1 to 64 letters, digits, hyphens or underscores, and dots between them");
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
