// SPDX-License-Identifier: Apache-2.0
package org.semel.internal.desk.watch.redaction;

import java.util.Arrays;
import java.util.Locale;

/** The masks that say how much of a value is shown; where two apply, the later one counts. */
enum FieldMask {
  /** All of it. */
  WHOLE {
    @Override
    String of(String text) {
      return text;
    }
  },
  /** The last four characters of twelve or more: of fewer, four would tell too much. */
  LAST4 {
    @Override
    String of(String text) {
      int characters = text.codePointCount(0, text.length());
      return characters < LEAST
          ? "…"
          : "…" + text.substring(text.offsetByCodePoints(text.length(), -4));
    }
  },
  /** The length of the text. */
  LENGTH {
    @Override
    String of(String text) {
      return text.codePointCount(0, text.length()) + " characters";
    }
  };

  private static final int LEAST = 12;

  abstract String of(String text);

  /**
   * The mask of this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  static FieldMask named(String name) {
    return Arrays.stream(values())
        .filter(mask -> mask != WHOLE && mask.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("must end in a mask, which is :last4 or :length"));
  }
}
